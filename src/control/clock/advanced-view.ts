import { z } from 'zod'
import { answerObject, answerRecord, type Shown } from '../../contract/named.ts'
import type { Advanced } from '../../engine/schedule/advance.ts'
import type { Store } from '../../store/store.ts'
import { eventFields, presentEvent } from '../events/timeline-event.ts'
import { iso, reference, time, transactionId } from '../view-parts.ts'

/** What happened while time was moved. */
export const advancedView = answerObject('Advanced', 'The new time, and all that happened on the way.', {
  now: time,
  events: z.array(
    answerRecord('AdvancedEvent', 'One entry of a timeline, and whose it is.', {
      ...eventFields,
      transactionId,
      reference,
    }),
  ),
})
export type AdvancedView = Shown<typeof advancedView>

/** What happened while time was moved; each entry with whose it is, by id and by the merchant's reference. */
export function presentAdvanced(store: Store, key: string, { now, events }: Advanced): AdvancedView {
  const ids = new Set(events.map(({ transactionId }) => transactionId))
  const references = new Map([...ids].map((id) => [id, store.transaction(key, id)?.reference ?? '']))
  return {
    now: iso(now),
    events: events.map((event) => {
      const { transactionId } = event
      return { ...presentEvent(event), transactionId, reference: references.get(transactionId) ?? '' }
    }),
  }
}
