import type { Business } from '../domain/business.ts'
import type { Change } from '../domain/change.ts'
import type { SandboxMs } from '../domain/clock.ts'
import type { Delivery } from '../domain/delivery.ts'
import { deriveToken } from '../domain/derive.ts'
import type { Settings } from '../domain/settings.ts'
import { isFinal, type Transaction } from '../domain/transaction.ts'

/** What the engine needs to make a webhook: the seed of ids, and the projection that is its body. */
export interface WebhookMaker {
  readonly seed: number
  /** The compact JSON of the record in webhook form (D35). */
  readonly webhookBody: (transaction: Transaction, settings: Settings) => string
}

/** Freezes the webhook of a settled transaction and queues its first attempt; without an address it only says so (D37). */
export function queueWebhook(
  transaction: Transaction,
  business: Business,
  now: SandboxMs,
  maker: WebhookMaker,
): Change[] {
  const { id: transactionId, status } = transaction
  if (!isFinal(status)) throw new Error(`Cannot queue a webhook for ${transactionId}: it is ${status}`)
  const url = transaction.callbackUrl ?? business.settings.callbackUrl
  if (url === null) {
    const why = 'no callbackURL in the request and no callbackUrl of the business'
    return [{ change: 'event.append', transactionId, event: 'webhook_skipped', facts: { why } }]
  }
  const origin = { seed: maker.seed, key: business.key, reference: transaction.reference }
  const delivery: Delivery = {
    // A late transfer gives a second webhook, with the other status (D30).
    id: deriveToken(origin, `delivery ${status}`, 0, 20),
    transactionId,
    reference: transaction.reference,
    transactionStatus: status,
    url,
    body: maker.webhookBody(transaction, business.settings),
    status: 'pending',
    createdAt: now,
    webhook: transaction.plan.webhook,
    attempts: [],
  }
  const dueAt = now + delivery.webhook.delayMs
  const work = { kind: 'deliver', transactionId, deliveryId: delivery.id, origin: new URL(url).origin } as const
  return [
    { change: 'delivery.insert', delivery },
    { change: 'job.add', dueAt, work },
    {
      change: 'event.append',
      transactionId,
      event: 'webhook_queued',
      facts: { deliveryId: delivery.id, url, dueAt: new Date(dueAt).toISOString() },
    },
  ]
}
