import { type ClockState, releaseClock, type SandboxMs, sandboxTime, type WallMs } from '../../../domain/clock.ts'

/** A clock that somebody asked for; `at` is the time that was named, where it was. */
export interface AskedClock {
  readonly mode: 'real' | 'frozen'
  readonly at?: SandboxMs
}

/** How far the stored time goes ahead of the one that was seen: after a crash the clock may be ahead as much. */
export const seenAheadMs = 1000

/** When a process finds a clock, and what was asked of it. */
interface Finding {
  readonly wall: WallMs
  readonly asked: AskedClock | null
}

/**
 * The clock of a business as this process finds it, or in the mode that was asked for: it never shows a time before the
 * stored one, and no `advance` that died holds it.
 */
export function recoverClock(clock: ClockState, seenAt: SandboxMs, { wall, asked }: Finding): ClockState {
  return setTo(goOn(clock, seenAt, wall), asked, wall)
}

function goOn(clock: ClockState, seenAt: SandboxMs, wall: WallMs): ClockState {
  if (clock.mode === 'driven') return releaseClock(clock, wall)
  if (clock.mode === 'frozen') return clock
  const at = Math.max(sandboxTime(clock, wall), seenAt)
  const thereAt = clock.wallAt + (at - clock.sandboxAt) / clock.rate
  if (thereAt <= wall) return clock
  // After a crash the stored time is ahead of the one that was seen: it stands until real time is there, or each crash
  // would put the clock further ahead. Only where the machine's clock was set back does it go on from now.
  const isWallBehind = (thereAt - wall) * clock.rate > seenAheadMs
  return { ...clock, sandboxAt: at, wallAt: isWallBehind ? wall : thereAt }
}

/** The clock in the mode that was asked for; a time to freeze at counts only when it lies ahead. */
function setTo(clock: ClockState, asked: AskedClock | null, wall: WallMs): ClockState {
  if (asked === null || (asked.mode === 'real' && clock.mode === 'real')) return clock
  const set = releaseClock(clock, wall, asked.mode)
  return set.mode === 'frozen' ? { ...set, at: Math.max(set.at, asked.at ?? 0) } : set
}
