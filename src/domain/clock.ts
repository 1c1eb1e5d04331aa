/** Milliseconds since 1970 in a business's own sandbox time. */
export type SandboxMs = number
/** Milliseconds since 1970 on this machine's steady clock (`time.ts`). */
export type WallMs = number

/** The last millisecond of the year 9999, the last year with four digits. */
export const lastMs: SandboxMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** Returns why a sandbox cannot show a time, or null if it can. */
export function timeProblem(at: SandboxMs): string | null {
  if (at < 0) return 'is before 1970'
  return at > lastMs ? 'is past the year 9999' : null
}

/**
 * How a business's time flows. `driven` is a clock that stands still for a running `advance`; `after` says what it goes back to.
 */
export type ClockState =
  | { readonly mode: 'real'; readonly rate: number; readonly sandboxAt: SandboxMs; readonly wallAt: WallMs }
  | { readonly mode: 'frozen'; readonly rate: number; readonly at: SandboxMs }
  | { readonly mode: 'driven'; readonly rate: number; readonly at: SandboxMs; readonly after: 'real' | 'frozen' }

/** Returns the sandbox time that a clock shows at a real time, in whole milliseconds and at most `lastMs`. */
export function sandboxTime(clock: ClockState, wall: WallMs): SandboxMs {
  if (clock.mode !== 'real') return clock.at
  return Math.min(lastMs, Math.floor(clock.sandboxAt + Math.max(0, wall - clock.wallAt) * clock.rate))
}

/** Returns a time at which something is due as ISO 8601, or null if it is past the end of every clock. */
export function dueText(at: SandboxMs): string | null {
  return at > lastMs ? null : new Date(at).toISOString()
}

/** Returns the real time at which a clock shows `at`, or null if it never does. */
export function wallTimeOf(clock: ClockState, at: SandboxMs): WallMs | null {
  if (clock.mode === 'driven' || at > lastMs) return null
  if (clock.mode === 'frozen') return at <= clock.at ? 0 : null
  return clock.wallAt + (at - clock.sandboxAt) / clock.rate
}

/** Returns the clock standing at `at` while `advance` runs. */
export function drive(clock: ClockState, at: SandboxMs): ClockState {
  const after = clock.mode === 'driven' ? clock.after : clock.mode
  return { mode: 'driven', rate: clock.rate, at: Math.min(at, lastMs), after }
}

/** Returns the clock as it continues from the time it shows: frozen, or running at its rate. */
export function releaseClock(
  clock: ClockState,
  wall: WallMs,
  after?: 'real' | 'frozen',
  rate = clock.rate,
): ClockState {
  const at = sandboxTime(clock, wall)
  const mode = after ?? (clock.mode === 'driven' ? clock.after : clock.mode)
  return mode === 'frozen' ? { mode, rate, at } : { mode, rate, sandboxAt: at, wallAt: wall }
}
