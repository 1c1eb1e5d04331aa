import { z } from 'zod'
import { answerObject, type Shown } from '../../contract/named.ts'
import type { ClockState } from '../../domain/clock.ts'
import type { Store } from '../../store/store.ts'
import { iso, time } from '../schema-parts.ts'

export const clockView = answerObject('Clock', "A business's time.", {
  now: time,
  mode: z.enum(['real', 'frozen']),
  rate: z.number().describe('Seconds of sandbox time in a second of real time, once the clock runs.'),
})
export type ClockView = Shown<typeof clockView>

export function presentClock(store: Store, key: string): ClockView {
  const { clock } = store.business(key)
  return { now: iso(store.now(key)), mode: modeOf(clock), rate: clock.rate }
}

/** The mode that the user set; a clock driven by `advance` shows the mode it returns to. */
function modeOf(clock: ClockState): ClockView['mode'] {
  return clock.mode === 'driven' ? clock.after : clock.mode
}
