import { alarm, monotonicMs } from '../../time.ts'

export interface LaneLimits {
  readonly inFlight: number
  readonly perOrigin: number
  /** Deliveries of one business that begin in a second of real time; null or undefined for any number. */
  readonly webhooksPerSecond?: number | null
}

/** A delivery. One that is no longer wanted ends at once and does not count. */
export interface Task {
  readonly run: () => Promise<void>
  readonly isWanted: () => boolean
}

interface Lane {
  readonly key: string
  active: number
  readonly waiting: Task[]
}

/**
 * Shares out the places. A business without one takes any free place. It takes further ones only while it has fewer than
 * are free beyond a quarter of all: of 64 the first business takes at most 24, the next 12, and so on. Thus receivers that
 * hang delay only the webhooks of their own business.
 */
export class DeliveryQueue {
  readonly #lanes = new Map<string, Lane>()
  readonly #placesOf = new Map<string, number>()
  readonly #perOrigin: number
  readonly #reserve: number
  readonly #pace: Pace | null
  readonly #timer = alarm()
  #free: number
  /** The wait of the next webhook that only the pace holds back. */
  #soonestMs = Number.POSITIVE_INFINITY

  constructor({ inFlight, perOrigin, webhooksPerSecond }: LaneLimits) {
    this.#free = inFlight
    this.#reserve = Math.floor(inFlight / 4)
    this.#perOrigin = perOrigin
    this.#pace = webhooksPerSecond ? new Pace(1000 / webhooksPerSecond) : null
  }

  /** Runs `task` when its lane has room and its business can take a place. A task never rejects. */
  run(key: string, origin: string, task: Task): void {
    const name = `${key} ${origin}`
    const lane = this.#lanes.get(name) ?? { key, active: 0, waiting: [] }
    this.#lanes.set(name, lane)
    lane.waiting.push(task)
    if (this.#pace !== null) this.#startOthers()
    else if (this.#canStart(lane)) this.#start(name, lane)
  }

  /** Starts no more tasks; the waiting ones stay. */
  stop(): void {
    this.#timer.off()
  }

  #canStart({ key, active, waiting }: Lane): boolean {
    if (this.#free === 0 || waiting.length === 0 || active >= this.#perOrigin) return false
    const own = this.#placesOf.get(key) ?? 0
    return (own === 0 || own < this.#free - this.#reserve) && this.#isItsTime(key, waiting[0])
  }

  #isItsTime(key: string, task: Task | undefined): boolean {
    if (this.#pace === null || !task?.isWanted()) return true
    const waitMs = this.#pace.waitMs(key)
    if (waitMs > 0) this.#soonestMs = Math.min(this.#soonestMs, waitMs)
    return waitMs <= 0
  }

  #start(name: string, lane: Lane): void {
    const task = lane.waiting.shift()
    if (task === undefined) return
    this.#count(lane, 1)
    if (task.isWanted()) this.#pace?.begun(lane.key)
    void task.run().finally(() => {
      this.#count(lane, -1)
      if (lane.active === 0 && lane.waiting.length === 0) this.#lanes.delete(name)
      this.#startOthers()
    })
  }

  #count(lane: Lane, places: 1 | -1): void {
    this.#free -= places
    lane.active += places
    const own = (this.#placesOf.get(lane.key) ?? 0) + places
    if (own === 0) this.#placesOf.delete(lane.key)
    else this.#placesOf.set(lane.key, own)
  }

  /** Moves a lane that starts a task to the end, so that all others come first. */
  #startOthers(): void {
    this.#soonestMs = Number.POSITIVE_INFINITY
    for (const [name, lane] of this.#lanes) {
      if (!this.#canStart(lane)) continue
      this.#lanes.delete(name)
      this.#lanes.set(name, lane)
      this.#start(name, lane)
    }
    if (this.#soonestMs < Number.POSITIVE_INFINITY)
      this.#timer.in(Math.ceil(this.#soonestMs), () => this.#startOthers())
  }
}

class Pace {
  readonly #next = new Map<string, number>()
  readonly #everyMs: number

  constructor(everyMs: number) {
    this.#everyMs = everyMs
  }

  waitMs(key: string): number {
    return (this.#next.get(key) ?? 0) - monotonicMs()
  }

  begun(key: string): void {
    this.#next.set(key, monotonicMs() + this.#everyMs)
  }
}
