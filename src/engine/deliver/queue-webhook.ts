import type { Business } from '../../domain/business.ts'
import { type Change, record } from '../../domain/change.ts'
import { dueText, type SandboxMs } from '../../domain/clock.ts'
import { type Delivery, markOf } from '../../domain/delivery.ts'
import { deriveToken } from '../../domain/derived-ids.ts'
import type { HappeningOf } from '../../domain/happening.ts'
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
  if (url === null) return [record(transactionId, { kind: 'webhook_unaddressed' })]
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
  return [
    { change: 'job.add', dueAt, work: { kind: 'deliver', ...dispatchOf(delivery) } },
    queuedEvent(delivery, dueAt),
  ]
}

function queuedEvent(delivery: Delivery, dueAt: SandboxMs): Change {
  const { transactionId, url } = delivery
  return record(transactionId, { kind: 'webhook_queued', url, dueAt: dueText(dueAt), ...markOf(delivery) })
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
  const entropy = { seed: maker.seed, key: business.key, reference }
  return {
    // A late transfer makes a second webhook, with the other status (D30).
    id: deriveToken(entropy, `delivery ${status}`, 0, 20),
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
  const entropy = { seed, key, reference: first.reference }
  const idOf = (index: number) => deriveToken(entropy, `delivery ${first.transactionStatus}`, index, 20)
  if (copies === 1) return [first]
  return Array.from({ length: copies }, (_, index) => {
    const webhook = { ...first.webhook, copy: index + 1 }
    return { ...first, id: index === 0 ? first.id : idOf(index), webhook }
  })
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
    const until = { webhooks: hold.count, release: hold.release }
    return held(own, until, releases(own, scenario, hold, dueAt))
  }
  if (trigger === null || trigger === 'before-reply') return sendAt(delivery, dueAt)
  return held(delivery, { statusQueries: trigger.statusQueries }, [])
}

function dropped(delivery: Delivery): Change[] {
  return [
    { change: 'delivery.insert', delivery: { ...delivery, status: 'dropped' } },
    record(delivery.transactionId, { kind: 'webhook_dropped', ...markOf(delivery) }),
  ]
}

type Until = HappeningOf<'webhook_held'>['until']

function held(delivery: Delivery, until: Until, jobs: readonly Change[]): Change[] {
  return [
    { change: 'delivery.insert', delivery: { ...delivery, status: 'held' } },
    record(delivery.transactionId, { kind: 'webhook_held', until, ...markOf(delivery) }),
    ...jobs,
  ]
}

/** Queues the checks of the scenario's held webhooks: when this one is ready, and when it has waited long enough. */
function releases({ transactionId }: Delivery, scenario: string, hold: Hold, readyAt: SandboxMs): Change[] {
  const work = { kind: 'release', transactionId, scenario: hold.group ?? scenario, hold } as const
  return [readyAt, readyAt + longestHoldMs].map((dueAt) => ({ change: 'job.add', dueAt, work }))
}
