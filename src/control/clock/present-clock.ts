import type { ClockState } from '../../domain/clock.ts'
import type { Store } from '../../store/store.ts'
import { iso } from '../iso-time.ts'

/** A business's clock: `{now, mode, rate}`. */
export function presentClock(store: Store, key: string) {
  const { clock } = store.business(key)
  return { now: iso(store.now(key)), mode: modeOf(clock), rate: clock.rate }
}

/** The mode people set; a clock held by `advance` shows the one it goes back to. */
function modeOf(clock: ClockState): 'real' | 'frozen' {
  return clock.mode === 'driven' ? clock.after : clock.mode
}
