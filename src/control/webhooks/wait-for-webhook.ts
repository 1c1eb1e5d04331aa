import type { Delivery } from '../../domain/delivery.ts'
import type { FinalStatus } from '../../domain/transaction.ts'
import type { Store } from '../../store/store.ts'
import type { Waited } from '../../words/errors/of-waits.ts'
import { refusal } from '../../words/errors.ts'
import { nextWork } from '../clock/job-view.ts'
import { waitWhileMoving } from '../clock/wait-while-moving.ts'
import { seenWebhook } from '../transactions/await-transaction.ts'

export interface WantedWebhook {
  readonly key: string
  readonly reference?: string | undefined
  readonly status?: FinalStatus | undefined
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** The newest delivered webhook that matches, now or as soon as there is one; a 408 that says what was seen instead. */
export async function awaitWebhook(store: Store, wanted: WantedWebhook): Promise<Delivery> {
  const waited = await waitWhileMoving(store, {
    ...wanted,
    look: () => findDelivered(store, wanted),
    concerns: ({ delivered }) => delivered,
  })
  if (waited.found) return waited.found
  throw noWebhook(store, wanted, waited.lasted)
}

function findDelivered(store: Store, { key, reference, status }: WantedWebhook): Delivery | undefined {
  const filter = { reference, status: 'delivered', transactionStatus: status, limit: 1 } as const
  return store.deliveries(key, filter)[0]
}

function noWebhook(store: Store, { key, reference, status }: WantedWebhook, waited: Waited): Error {
  const webhooks = store.deliveries(key, { reference, limit: 5 }).map((one) => {
    return { of: one.reference, reports: one.transactionStatus, to: one.url, ...seenWebhook(one) }
  })
  return refusal({
    why: 'no-webhook',
    wanted: { reference: reference ?? null, status: status ?? null },
    waited,
    transaction: reference === undefined ? null : transactionSeen(store, key, reference),
    webhooks,
    next: nextWork(store, key, reference),
  })
}

function transactionSeen(store: Store, key: string, reference: string) {
  const [found] = store.transactions(key, { reference, limit: 1 })
  if (found === undefined) return { status: null, skipped: null }
  const [skipped = null] = store.timeline(key, found.id).flatMap(({ kind }) => {
    return kind === 'webhook_unaddressed' || kind === 'webhook_dropped' ? [kind] : []
  })
  return { status: found.status, skipped }
}
