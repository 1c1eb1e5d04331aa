import type { Delivery } from '../../domain/delivery.ts'
import { toMajor } from '../../domain/money.ts'
import type { TimelineEvent } from '../../domain/timeline.ts'
import type { Store } from '../../store/store.ts'
import { presentSignatureHelp } from '../webhooks/signature-help.ts'
import { presentEvent } from './timeline-event.ts'

/** Entries of timelines for those who watch a whole business: each with whose it is, and where a webhook went. */
export function presentWatched(store: Store, key: string, events: readonly TimelineEvent[]) {
  return events.map((entry) => {
    const { id, transactionId, event, facts } = entry
    const delivery = event === 'webhook_attempted' ? store.delivery(key, String(facts.deliveryId)) : null
    const { at, ...shown } = presentEvent(entry)
    return {
      id,
      at,
      transactionId,
      ...ownerOf(store, key, transactionId),
      ...(delivery && attempted(delivery, facts)),
      ...shown,
    }
  })

  /** What the facts of an attempt leave to its webhook. */
  function attempted(delivery: Delivery, { number }: TimelineEvent['facts']) {
    const attempt = delivery.attempts.find((one) => one.number === number)
    return { url: delivery.url, ...(attempt && presentSignatureHelp(attempt, delivery, store.business(key))) }
  }
}

function ownerOf(store: Store, key: string, id: string) {
  const transaction = store.transaction(key, id)
  if (transaction === null) return {}
  const { reference, flow, amountMinor, currency } = transaction
  return { reference, flow, amount: toMajor(amountMinor, currency), currency }
}
