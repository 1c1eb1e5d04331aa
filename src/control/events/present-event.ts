import { toMajor } from '../../domain/money.ts'
import type { TimelineEvent } from '../../domain/timeline.ts'
import type { Store } from '../../store/store.ts'
import { presentEvent } from './timeline-event.ts'

/** Entries of timelines for those who watch a whole business: each with whose it is, and where a webhook went. */
export function presentWatched(store: Store, key: string, events: readonly TimelineEvent[]) {
  const owners = remembered((id) => ownerOf(store, key, id))
  const deliveries = remembered((transactionId) => store.deliveries(key, { transactionId, limit: 1000 }))
  return events.map((entry) => {
    const { id, transactionId, event, facts } = entry
    const sent = event === 'webhook_attempted' ? deliveries(transactionId) : []
    const url = sent.find((delivery) => delivery.id === facts.deliveryId)?.url
    const { at, ...shown } = presentEvent(entry)
    return { id, at, transactionId, ...owners(transactionId), ...(url === undefined ? {} : { url }), ...shown }
  })
}

function ownerOf(store: Store, key: string, id: string) {
  const transaction = store.transaction(key, id)
  if (transaction === null) return {}
  const { reference, flow, amountMinor, currency } = transaction
  return { reference, flow, amount: toMajor(amountMinor, currency), currency }
}

/** Asks for each only once. */
function remembered<T>(ask: (id: string) => T): (id: string) => T {
  const answers = new Map<string, { readonly answer: T }>()
  return (id) => {
    const known = answers.get(id) ?? { answer: ask(id) }
    answers.set(id, known)
    return known.answer
  }
}
