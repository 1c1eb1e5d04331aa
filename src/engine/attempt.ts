import type { Change, Decision } from '../domain/change.ts'
import type { SandboxMs } from '../domain/clock.ts'
import type { Delivery, Outcome } from '../domain/delivery.ts'
import { isDelivered, nextRetryMs } from '../domain/retry.ts'

/** What an attempt was and came to. */
export interface Finished {
  readonly jobId: number
  readonly number: number
  readonly headers: Readonly<Record<string, string>>
  readonly outcome: Outcome
}

/** Counts an attempt before it is made, so that a crash during it cannot repeat it without end. */
export function startAttempt(delivery: Delivery): Decision<number> {
  const number = delivery.attempts.length + 1
  return { result: number, changes: [{ change: 'attempt.start', deliveryId: delivery.id, number }] }
}

/** Records what an attempt came to: delivered, tried again later, or exhausted (D36). */
export function finishAttempt(delivery: Delivery, finished: Finished, now: SandboxMs, origin: string): Decision<void> {
  const { id: deliveryId, transactionId } = delivery
  const { jobId, number, headers, outcome } = finished
  const delivered = isDelivered(outcome)
  const waitMs = delivered ? null : nextRetryMs(delivery.webhook.retryMs, number)
  const retryAt = waitMs === null ? null : now + waitMs
  const changes: Change[] = [
    { change: 'job.done', id: jobId },
    { change: 'attempt.finish', deliveryId, number, headers, outcome },
    {
      change: 'event.append',
      transactionId,
      event: 'webhook_attempted',
      facts: attemptFacts(deliveryId, finished, retryAt),
    },
  ]
  if (retryAt !== null) {
    changes.push({ change: 'job.add', dueAt: retryAt, work: { kind: 'deliver', transactionId, deliveryId, origin } })
  } else {
    const event = delivered ? 'webhook_delivered' : 'webhook_exhausted'
    changes.push({ change: 'delivery.move', id: deliveryId, to: delivered ? 'delivered' : 'exhausted' })
    changes.push({ change: 'event.append', transactionId, event, facts: { deliveryId, attempts: number } })
  }
  return { result: undefined, changes }
}

function attemptFacts(deliveryId: string, { number, outcome }: Finished, retryAt: SandboxMs | null) {
  const { response, error, durationMs } = outcome
  const next = retryAt === null ? {} : { retryAt: new Date(retryAt).toISOString() }
  return { deliveryId, number, status: response?.status ?? null, error, durationMs, ...next }
}
