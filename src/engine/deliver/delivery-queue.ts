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

export type DeliveryQueue = ReturnType<typeof createDeliveryQueue>

/**
 * Shares out the places. A business without one takes any free place. It takes further ones only while it has fewer than
 * are free beyond a quarter of all: of 64 the first business takes at most 24, the next 12, and so on. Thus receivers that
 * hang delay only the webhooks of their own business.
 */
export function createDeliveryQueue({ inFlight, perOrigin, webhooksPerSecond }: LaneLimits) {
  const lanes = new Map<string, Lane>()
  const placesOf = new Map<string, number>()
  const reserve = Math.floor(inFlight / 4)
  const pace = webhooksPerSecond ? createPace(1000 / webhooksPerSecond) : null
  const timer = alarm()
  let free = inFlight
  /** The wait of the next webhook that only the pace holds back. */
  let soonestMs = Number.POSITIVE_INFINITY

  function canStart({ key, active, waiting }: Lane): boolean {
    if (free === 0 || waiting.length === 0 || active >= perOrigin) return false
    const own = placesOf.get(key) ?? 0
    return (own === 0 || own < free - reserve) && isItsTime(key, waiting[0])
  }

  function isItsTime(key: string, task: Task | undefined): boolean {
    if (pace === null || !task?.isWanted()) return true
    const waitMs = pace.waitMs(key)
    if (waitMs > 0) soonestMs = Math.min(soonestMs, waitMs)
    return waitMs <= 0
  }

  function start(name: string, lane: Lane): void {
    const task = lane.waiting.shift()
    if (task === undefined) return
    count(lane, 1)
    if (task.isWanted()) pace?.begun(lane.key)
    void task.run().finally(() => {
      count(lane, -1)
      if (lane.active === 0 && lane.waiting.length === 0) lanes.delete(name)
      startOthers()
    })
  }

  function count(lane: Lane, places: 1 | -1): void {
    free -= places
    lane.active += places
    const own = (placesOf.get(lane.key) ?? 0) + places
    if (own === 0) placesOf.delete(lane.key)
    else placesOf.set(lane.key, own)
  }

  /** Moves a lane that starts a task to the end, so that all others come first. */
  function startOthers(): void {
    soonestMs = Number.POSITIVE_INFINITY
    for (const [name, lane] of lanes) {
      if (!canStart(lane)) continue
      lanes.delete(name)
      lanes.set(name, lane)
      start(name, lane)
    }
    if (soonestMs < Number.POSITIVE_INFINITY) timer.in(Math.ceil(soonestMs), startOthers)
  }

  return {
    /** Runs `task` when its lane has room and its business can take a place. A task never rejects. */
    run(key: string, origin: string, task: Task): void {
      const name = `${key} ${origin}`
      const lane = lanes.get(name) ?? { key, active: 0, waiting: [] }
      lanes.set(name, lane)
      lane.waiting.push(task)
      if (pace !== null) startOthers()
      else if (canStart(lane)) start(name, lane)
    },
    /** Starts no more tasks; the waiting ones stay. */
    stop: () => timer.off(),
  }
}

function createPace(everyMs: number) {
  const next = new Map<string, number>()
  return {
    waitMs: (key: string): number => (next.get(key) ?? 0) - monotonicMs(),
    begun: (key: string) => next.set(key, monotonicMs() + everyMs),
  }
}
