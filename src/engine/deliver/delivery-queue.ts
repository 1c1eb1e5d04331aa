/** How many deliveries may be under way, in all and to one origin. */
export interface LaneLimits {
  readonly inFlight: number
  readonly perOrigin: number
}

type Task = () => Promise<void>

/** The tasks that wait are a chain: taking the first of an array of many moves all the others. */
interface Lane {
  active: number
  first: Waiting | null
  last: Waiting | null
}

interface Waiting {
  readonly task: Task
  next: Waiting | null
}

/** Queues work per origin, so that a receiver that hangs delays nobody but itself. */
export interface DeliveryQueue {
  /** Runs `task` when its origin's lane and the whole have room. A task never rejects. */
  run(origin: string, task: Task): void
}

/** Lanes in the order their origins came, each served in turn. */
export function createDeliveryQueue({ inFlight, perOrigin }: LaneLimits): DeliveryQueue {
  const lanes = new Map<string, Lane>()
  let active = 0

  function start(origin: string, lane: Lane, task: Task): void {
    active++
    lane.active++
    void task().finally(() => {
      active--
      lane.active--
      if (lane.active === 0 && lane.first === null) lanes.delete(origin)
      fill()
    })
  }

  function fill(): void {
    if (active >= inFlight) return
    for (const [origin, lane] of lanes) {
      while (lane.first !== null && active < inFlight && lane.active < perOrigin) {
        const { task, next } = lane.first
        lane.first = next
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
      const lane = lanes.get(origin) ?? { active: 0, first: null, last: null }
      lanes.set(origin, lane)
      const waiting = { task, next: null }
      if (lane.first === null || lane.last === null) lane.first = waiting
      else lane.last.next = waiting
      lane.last = waiting
      fill()
    },
  }
}
