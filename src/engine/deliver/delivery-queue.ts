/** Limits of concurrent deliveries: in total, and to one origin. */
export interface LaneLimits {
  readonly inFlight: number
  readonly perOrigin: number
}

type Task = () => Promise<void>

interface Lane {
  active: number
  readonly waiting: Task[]
}

/** Queues work per origin, so that a receiver that hangs delays only itself. */
export interface DeliveryQueue {
  /** Runs `task` when its origin's lane and the whole have room. A task never rejects. */
  run(origin: string, task: Task): void
}

/** Takes work from the lanes in turn. */
export function createDeliveryQueue({ inFlight, perOrigin }: LaneLimits): DeliveryQueue {
  const lanes = new Map<string, Lane>()
  let active = 0

  function start(origin: string, lane: Lane, task: Task): void {
    active++
    lane.active++
    void task().finally(() => {
      active--
      lane.active--
      if (lane.active === 0 && lane.waiting.length === 0) lanes.delete(origin)
      fill()
    })
  }

  function fill(): void {
    if (active >= inFlight) return
    for (const [origin, lane] of lanes) {
      const free = Math.min(inFlight - active, perOrigin - lane.active)
      for (const task of lane.waiting.splice(0, free)) start(origin, lane, task)
      if (active >= inFlight) {
        rotate(origin, lane)
        return
      }
    }
  }

  /** Moves the lane that took the last place to the end, so that the others are next. */
  function rotate(origin: string, lane: Lane): void {
    lanes.delete(origin)
    lanes.set(origin, lane)
  }

  return {
    run(origin, task) {
      const lane = lanes.get(origin) ?? { active: 0, waiting: [] }
      lanes.set(origin, lane)
      lane.waiting.push(task)
      fill()
    },
  }
}
