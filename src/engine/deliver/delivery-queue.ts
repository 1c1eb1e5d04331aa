import { alarm, monotonicMs } from '../../time.ts'

export interface LaneLimits {
  readonly inFlight: number
  readonly perOrigin: number
  /** Deliveries of one business that begin in a second of real time; null or undefined for any number. */
  readonly webhooksPerSecond?: number | null
  /** Real time after which a delivery without an answer gives its place back to the other businesses. Default: 500. */
  readonly hangsAfterMs?: number
}

/** A delivery. One that is no longer wanted ends at once and does not count. */
export interface Task {
  readonly run: () => Promise<void>
  readonly isWanted: () => boolean
}

interface Lane {
  readonly key: string
  readonly origin: string
  active: number
  readonly waiting: Task[]
}

/** A delivery under way. It hangs if no answer came for `hangsAfterMs`. */
interface Place {
  readonly lane: Lane
  readonly since: number
  hangs: boolean
}

/** With hanging deliveries, so many times `inFlight` are under way at most, apart from the first of each business. */
const hangingFactor = 4

/**
 * Shares out the places. A business without one always takes one, so receivers of other businesses never hold it up. It takes further
 * ones only while it has fewer than are free beyond a quarter of all: of 64 the first business takes at most 24, the next 12,
 * and so on. A delivery that hangs counts for its own business only; an origin at which `perOrigin` hang, of any businesses,
 * gets only the first delivery of each. Thus receivers that hang delay only the webhooks of their own business.
 */
export class DeliveryQueue {
  readonly #lanes = new Map<string, Lane>()
  /** In the order of their start, so that the first ones hang. */
  readonly #places = new Set<Place>()
  readonly #placesOf = new Map<string, number>()
  readonly #hangingOf = new Map<string, number>()
  readonly #hangingAt = new Map<string, number>()
  readonly #limits: LaneLimits
  readonly #pace: Pace | null
  readonly #timer = alarm()
  readonly #hangTimer = alarm()
  #hanging = 0
  /** The wait of the next webhook that only the pace holds back. */
  #soonestMs = Number.POSITIVE_INFINITY

  constructor(limits: LaneLimits) {
    this.#limits = limits
    this.#pace = limits.webhooksPerSecond ? new Pace(1000 / limits.webhooksPerSecond) : null
  }

  /** Runs `task` when its lane has room and its business can take a place. A task never rejects. */
  run(key: string, origin: string, task: Task): void {
    const name = `${key} ${origin}`
    const lane = this.#lanes.get(name) ?? { key, origin, active: 0, waiting: [] }
    this.#lanes.set(name, lane)
    lane.waiting.push(task)
    if (this.#pace !== null) this.#startOthers()
    else if (this.#canStart(lane)) this.#start(name, lane)
  }

  /** Starts no more tasks; the waiting ones stay. */
  stop(): void {
    this.#timer.off()
    this.#hangTimer.off()
  }

  #canStart(lane: Lane): boolean {
    const { key, active, waiting } = lane
    if (waiting.length === 0 || active >= this.#limits.perOrigin) return false
    const own = this.#placesOf.get(key) ?? 0
    return (own === 0 || this.#hasMoreFor(lane, own)) && this.#isItsTime(key, waiting[0])
  }

  #hasMoreFor({ key, origin }: Lane, own: number): boolean {
    const { inFlight, perOrigin } = this.#limits
    if ((this.#hangingAt.get(origin) ?? 0) >= perOrigin || this.#places.size >= hangingFactor * inFlight) return false
    const hangingOfOthers = this.#hanging - (this.#hangingOf.get(key) ?? 0)
    const free = inFlight - this.#places.size + hangingOfOthers
    return own < free - Math.floor(inFlight / 4)
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
    const place = this.#take(lane)
    if (task.isWanted()) this.#pace?.begun(lane.key)
    void task.run().finally(() => {
      this.#giveBack(place)
      if (lane.active === 0 && lane.waiting.length === 0) this.#lanes.delete(name)
      this.#startOthers()
    })
  }

  #take(lane: Lane): Place {
    const place = { lane, since: monotonicMs(), hangs: false }
    if (this.#places.size === this.#hanging) this.#watch(place)
    this.#places.add(place)
    lane.active++
    count(this.#placesOf, lane.key, 1)
    return place
  }

  #giveBack(place: Place): void {
    this.#places.delete(place)
    place.lane.active--
    count(this.#placesOf, place.lane.key, -1)
    if (place.hangs) this.#countHanging(place.lane, -1)
    if (this.#places.size === this.#hanging) this.#hangTimer.off()
  }

  #countHanging({ key, origin }: Lane, by: 1 | -1): void {
    this.#hanging += by
    count(this.#hangingOf, key, by)
    count(this.#hangingAt, origin, by)
  }

  /** Looks again when `place`, the oldest that does not hang yet, has waited long enough. */
  #watch({ since }: Place): void {
    const { hangsAfterMs = 500 } = this.#limits
    this.#hangTimer.in(Math.ceil(since + hangsAfterMs - monotonicMs()), () => this.#markHanging(hangsAfterMs))
  }

  #markHanging(hangsAfterMs: number): void {
    for (const place of this.#places) {
      if (place.hangs) continue
      if (place.since + hangsAfterMs > monotonicMs()) {
        this.#watch(place)
        break
      }
      place.hangs = true
      this.#countHanging(place.lane, 1)
    }
    this.#startOthers()
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

function count(counts: Map<string, number>, name: string, by: 1 | -1): void {
  const now = (counts.get(name) ?? 0) + by
  if (now === 0) counts.delete(name)
  else counts.set(name, now)
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
