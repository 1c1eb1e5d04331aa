/** How many deliveries may be under way, in all and to one origin. */
export interface LaneLimits {
  readonly inFlight: number
  readonly perOrigin: number
}

interface Lane {
  active: number
  readonly waiting: (() => Promise<void>)[]
}

/** Queues work per origin, so that a receiver that hangs delays nobody but itself. */
export interface DeliveryQueue {
  /** Runs `task` when its origin's lane and the whole have room. A task never rejects. */
  run(origin: string, task: () => Promise<void>): void
}

/** Lanes in the order their origins came, each served in turn. */
export function createDeliveryQueue({ inFlight, perOrigin }: LaneLimits): DeliveryQueue {
  const lanes = new Map<string, Lane>()
  let active = 0

  function start(origin: string, lane: Lane, task: () => Promise<void>): void {
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
      while (active < inFlight && lane.active < perOrigin) {
        const task = lane.waiting.shift()
        if (!task) break
        start(origin, lane, task)
      }
      if (active >= inFlight) {
        rotate(origin, lane)
        return
      }
    }
  }

  /** The lane that took the last place goes to the end, so that the others are asked first next time. */
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
