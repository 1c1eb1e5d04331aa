import { type ClockState, releaseClock, type SandboxMs, sandboxTime, type WallMs } from '../../domain/clock.ts'
import type { BusinessTable } from './tables/businesses.ts'

/** The clock that the user asked for at this start; `at`: the time to freeze at. */
export interface AskedClock {
  readonly mode: 'real' | 'frozen'
  readonly at?: SandboxMs
}

/** Up to this difference the machine's clock was corrected; beyond it, it was set back. */
const correctedMs = 1000

/**
 * Sets the clocks of stored businesses as this process starts: none shows a time before the stored one, no `advance` that
 * died drives one, and each is in the mode that the user asked for.
 */
export function recoverClocks(businesses: BusinessTable, wall: WallMs, asked: AskedClock | null): void {
  for (const { rowId, clock, seenAt } of businesses.clocks()) {
    const recovered = setTo(goOn(clock, seenAt, wall), asked, wall)
    if (recovered !== clock) businesses.setClock(rowId, recovered)
  }
}

function goOn(clock: ClockState, seenAt: SandboxMs, wall: WallMs): ClockState {
  if (clock.mode === 'driven') return releaseClock(clock, wall)
  if (clock.mode === 'frozen') return clock
  const at = Math.max(sandboxTime(clock, wall), seenAt)
  const thereAt = clock.wallAt + (at - clock.sandboxAt) / clock.rate
  if (thereAt <= wall) return clock
  // A little ahead of real time, the clock stands until real time is there, or each restart would put it further ahead.
  // If the machine's clock was set back, it goes on from now.
  const isWallBehind = (thereAt - wall) * clock.rate > correctedMs
  return { ...clock, sandboxAt: at, wallAt: isWallBehind ? wall : thereAt }
}

/** Sets the mode that was asked for; a time to freeze at counts only if it lies ahead. */
function setTo(clock: ClockState, asked: AskedClock | null, wall: WallMs): ClockState {
  if (asked === null || (asked.mode === 'real' && clock.mode === 'real')) return clock
  const set = releaseClock(clock, wall, asked.mode)
  return set.mode === 'frozen' ? { ...set, at: Math.max(set.at, asked.at ?? 0) } : set
}
