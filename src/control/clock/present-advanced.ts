import type { Advanced } from '../../engine/schedule/advance.ts'
import type { Store } from '../../store/store.ts'
import { presentEvent } from '../events/present-timeline-event.ts'
import { iso } from '../iso-time.ts'

/** What happened while time was moved; each entry with whose it is, by id and by the merchant's reference. */
export function presentAdvanced(store: Store, key: string, { now, events }: Advanced) {
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
