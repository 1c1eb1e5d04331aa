import { clearTimeout, OwnDate, performance, setImmediate, setTimeout, waitFor } from './time/own-timers.ts'

/** How far the machine's wall clock may run ahead of the monotonic one before time jumps forward to it. */
const jumpAfterMs = 2000

export type SteadyClock = () => number

/**
 * Real time in milliseconds that follows the monotonic clock: a wall clock set back is ignored, one that is more than
 * two seconds ahead (the machine slept, the clock was set forward) is jumped to.
 */
export function steadyClock(
  wall: () => number = OwnDate.now,
  monotonic: () => number = () => performance.now(),
): SteadyClock {
  let base = wall() - monotonic()
  return () => {
    const steady = base + monotonic()
    const ahead = wall() - steady
    if (ahead <= jumpAfterMs) return steady
    base += ahead
    return steady + ahead
  }
}

/** The longest delay that one Node timer can take, 24 days. */
const longestTimerMs = 2 ** 31 - 1

/** Waits `ms` of real time, at most 24 days; ends early, without an error, when `signal` aborts. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  await waitFor(Math.min(ms, longestTimerMs), undefined, signal && { signal }).catch(() => {})
}

/** One timer: `in(ms, run)` replaces what it waited for; `off()` stops it. */
export interface Alarm {
  in(ms: number, run: () => void): void
  off(): void
}

export function alarm(): Alarm {
  let timer: NodeJS.Timeout | undefined
  return {
    in(ms, run) {
      clearTimeout(timer)
      timer = setTimeout(run, Math.min(Math.max(0, ms), longestTimerMs))
    },
    off: () => clearTimeout(timer),
  }
}

/** Runs `run` in the next turn of the event loop. */
export function inNextTurn(run: () => void): void {
  setImmediate(run)
}

/** Waits for the next turn of the event loop, so that long work does not block other work. */
export function nextTurn(): Promise<void> {
  return new Promise(inNextTurn)
}

/** Returns milliseconds since 1970, for comparing with times of other machines. */
export function wallMs(): number {
  return OwnDate.now()
}

/** Returns milliseconds since an arbitrary start, for durations. */
export function monotonicMs(): number {
  return performance.now()
}
