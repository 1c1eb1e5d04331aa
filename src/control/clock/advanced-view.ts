import { z } from 'zod'
import { answerObject, answerRecord, type Shown } from '../../contract/named.ts'
import type { Advanced } from '../../engine/schedule/advance.ts'
import { eventFields, presentEvent } from '../events/timeline-event.ts'
import { iso, reference, time, transactionId } from '../schema-parts.ts'

export const advancedView = answerObject('Advanced', 'The new time, and what happened on the way.', {
  now: time,
  events: z
    .array(
      answerRecord('AdvancedEvent', 'Something that happened to a transaction; its facts stand beside these keys.', {
        ...eventFields,
        transactionId,
        reference,
      }),
    )
    .describe('The newest 1,000, oldest first; the steps of each transaction are in its own answer.'),
  eventsTotal: z.int().min(0).describe('How many there were.'),
})
export type AdvancedView = Shown<typeof advancedView>

export function presentAdvanced({ now, events, eventsTotal }: Advanced): AdvancedView {
  return {
    now: iso(now),
    events: events.flatMap((entry) => {
      const event = presentEvent(entry)
      const { transactionId, reference } = entry
      return event === null ? [] : [{ ...event, transactionId, reference }]
    }),
    eventsTotal,
  }
}
