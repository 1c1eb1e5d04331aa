import type { Business } from '../../domain/business.ts'
import type { Change } from '../../domain/change.ts'
import { dueText, type SandboxMs } from '../../domain/clock.ts'
import type { Delivery } from '../../domain/delivery.ts'
import { deriveToken } from '../../domain/derived-ids.ts'
import type { Dispatch } from '../../domain/job.ts'
import type { Settings } from '../../domain/settings.ts'
import { isFinal, type Transaction } from '../../domain/transaction.ts'
import { type Hold, longestHoldMs, type WebhookFaults } from '../../domain/webhook-faults.ts'

export interface WebhookMaker {
  readonly seed: number
  /** Returns the compact JSON of the record in webhook form (D35), with the fault of its scenario. */
  readonly webhookBody: (transaction: Transaction, settings: Settings) => string
}

/** Freezes the webhook of a settled transaction and queues its first attempt. If it has no address, the timeline says so (D37). */
export function queueWebhook(
  transaction: Transaction,
  business: Business,
  now: SandboxMs,
  maker: WebhookMaker,
): Change[] {
  const { id: transactionId, plan } = transaction
  const url = transaction.callbackUrl ?? business.settings.callbackUrl
  if (url === null) {
    const why = 'no callbackURL in the request and no callbackUrl of the business'
    return [{ change: 'event.append', transactionId, event: 'webhook_skipped', facts: { why } }]
  }
  const first = freeze(transaction, business, { url, now, maker })
  const { faults, delayMs } = plan.webhook
  if (faults === null) return sendAt(first, now + delayMs)
  const copies = copiesOf(first, faults.copies, { ...maker, key: business.key })
  if (faults.pace === 'one-by-one') return oneByOne(copies, now + delayMs)
  return copies.flatMap((delivery, index) =>
    deliverBy(delivery, plan.scenario, faults, { now, delayMs: delayMs + index * faults.spacingMs }),
  )
}

export function dispatchOf({ transactionId, id: deliveryId, url }: Delivery): Dispatch {
  return { transactionId, deliveryId, origin: new URL(url).origin }
}

/** The job of a webhook's next attempt, and its entry in the timeline. */
export function queued(delivery: Delivery, dueAt: SandboxMs): Change[] {
  const isTogether = delivery.webhook.faults?.pace === 'at-once'
  const work = { kind: 'deliver', ...dispatchOf(delivery), ...(isTogether ? { together: true as const } : {}) } as const
  return [{ change: 'job.add', dueAt, work }, queuedEvent(delivery, dueAt)]
}

function queuedEvent({ id: deliveryId, transactionId, url }: Delivery, dueAt: SandboxMs): Change {
  const facts = { deliveryId, url, dueAt: dueText(dueAt) }
  return { change: 'event.append', transactionId, event: 'webhook_queued', facts }
}

/** Sends each webhook after the answer to the one before, so that their order is fixed. */
export function inOrder(deliveries: readonly Delivery[], dueAt: SandboxMs): Change[] {
  const [first, ...next] = deliveries.map(dispatchOf)
  if (!first) return []
  const events = deliveries.map((delivery) => queuedEvent(delivery, dueAt))
  return [...events, { change: 'job.add', dueAt, work: { kind: 'deliver', ...first, next } }]
}

interface Frozen {
  readonly url: string
  readonly now: SandboxMs
  readonly maker: WebhookMaker
}

function freeze(transaction: Transaction, business: Business, { url, now, maker }: Frozen): Delivery {
  const { id: transactionId, reference, status, plan } = transaction
  if (!isFinal(status)) throw new Error(`Cannot queue a webhook for ${transactionId}: it is ${status}`)
  const origin = { seed: maker.seed, key: business.key, reference }
  return {
    // A late transfer makes a second webhook, with the other status (D30).
    id: deriveToken(origin, `delivery ${status}`, 0, 20),
    transactionId,
    reference,
    transactionStatus: status,
    url,
    body: maker.webhookBody(transaction, business.settings),
    status: 'pending',
    createdAt: now,
    webhook: plan.webhook,
    attempts: [],
  }
}

function copiesOf(first: Delivery, copies: number, { seed, key }: { seed: number; key: string }): readonly Delivery[] {
  const origin = { seed, key, reference: first.reference }
  const idOf = (copy: number) => deriveToken(origin, `delivery ${first.transactionStatus}`, copy, 20)
  const others = Array.from({ length: copies - 1 }, (_, index) => ({ ...first, id: idOf(index + 1) }))
  return [first, ...others]
}

function sendAt(delivery: Delivery, dueAt: SandboxMs): Change[] {
  return [{ change: 'delivery.insert', delivery }, ...queued(delivery, dueAt)]
}

function oneByOne(copies: readonly Delivery[], dueAt: SandboxMs): Change[] {
  return [...copies.map((delivery): Change => ({ change: 'delivery.insert', delivery })), ...inOrder(copies, dueAt)]
}

interface Readiness {
  readonly now: SandboxMs
  readonly delayMs: number
}

function deliverBy(delivery: Delivery, scenario: string, faults: WebhookFaults, { now, delayMs }: Readiness): Change[] {
  const { trigger, drop, hold } = faults
  const dueAt = now + delayMs
  if (drop) return dropped(delivery)
  if (hold) {
    // Each copy is ready at its own time, and counts from then on.
    const own = { ...delivery, webhook: { ...delivery.webhook, delayMs } }
    return held(own, 'others of its scenario', releases(own, scenario, hold, dueAt))
  }
  if (trigger === null || trigger === 'before-reply') return sendAt(delivery, dueAt)
  return held(delivery, `${trigger.statusQueries} status queries`, [])
}

function dropped(delivery: Delivery): Change[] {
  const { transactionId, id: deliveryId } = delivery
  const facts = { deliveryId, why: 'the scenario drops it' }
  return [
    { change: 'delivery.insert', delivery: { ...delivery, status: 'dropped' } },
    { change: 'event.append', transactionId, event: 'webhook_skipped', facts },
  ]
}

function held(delivery: Delivery, until: string, jobs: readonly Change[]): Change[] {
  const { transactionId, id: deliveryId } = delivery
  return [
    { change: 'delivery.insert', delivery: { ...delivery, status: 'held' } },
    { change: 'event.append', transactionId, event: 'webhook_held', facts: { deliveryId, until } },
    ...jobs,
  ]
}

/** Queues the checks of the scenario's held webhooks: when this one is ready, and when it has waited long enough. */
function releases({ transactionId }: Delivery, scenario: string, hold: Hold, readyAt: SandboxMs): Change[] {
  const work = { kind: 'release', transactionId, scenario: hold.group ?? scenario, hold } as const
  return [readyAt, readyAt + longestHoldMs].map((dueAt) => ({ change: 'job.add', dueAt, work }))
}
