import { ControlError } from '../../contract/control-error.ts'
import type { Delivery } from '../../domain/delivery.ts'
import type { FinalStatus } from '../../domain/transaction.ts'
import type { Store } from '../../store/store.ts'
import { eventFacts } from '../../words/event-facts.ts'
import { nextWorkText } from '../clock/job-view.ts'
import { waitWhileMoving } from '../clock/wait-while-moving.ts'

export interface Wanted {
  readonly key: string
  readonly reference?: string | undefined
  readonly status?: FinalStatus | undefined
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** The newest delivered webhook that matches, now or as soon as there is one; a 408 that says what was seen instead. */
export async function awaitWebhook(store: Store, wanted: Wanted): Promise<Delivery> {
  const waited = await waitWhileMoving(store, {
    ...wanted,
    look: () => findDelivered(store, wanted),
    concerns: ({ delivered }) => delivered,
  })
  if (waited.found) return waited.found
  throw noWebhook(store, wanted, waited.inVain)
}

function findDelivered(store: Store, { key, reference, status }: Wanted): Delivery | undefined {
  return store.deliveries(key, { reference, status: 'delivered', transactionStatus: status, limit: 1 })[0]
}

function noWebhook(store: Store, { key, reference, status }: Wanted, inVain: string): ControlError {
  const which = [reference && `for ${reference}`, status && `with status ${status}`].filter(Boolean).join(' ')
  const seen = [...transactionsSeen(store, key, reference), ...deliveriesSeen(store, key, reference)]
  const message = `No webhook ${which ? `${which} ` : ''}was answered 2xx${inVain}. Seen: ${seen.join('; ') || 'nothing'}`
  return new ControlError('timeout', message, nextWorkText(store, key, reference))
}

function transactionsSeen(store: Store, key: string, reference: string | undefined): string[] {
  if (reference === undefined) return []
  const [found] = store.transactions(key, { reference, limit: 1 })
  if (found === undefined) return [`no transaction with reference ${reference}`]
  const skipped = store
    .timeline(key, found.id)
    .map(eventFacts)
    .find((one) => one?.event === 'webhook_skipped')
  return [`${reference} is ${found.status}${skipped ? `, and its webhook was skipped: ${skipped.why}` : ''}`]
}

function deliveriesSeen(store: Store, key: string, reference: string | undefined): string[] {
  return store.deliveries(key, { reference, limit: 5 }).map((delivery) => {
    const outcome = delivery.attempts.at(-1)?.outcome
    const answer = outcome?.response ? `last answer ${outcome.response.status}` : (outcome?.error ?? 'not tried yet')
    return `webhook ${delivery.transactionStatus} of ${delivery.reference} to ${delivery.url} is ${delivery.status} (${answer})`
  })
}
