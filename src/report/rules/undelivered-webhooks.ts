import type { Delivery } from '../../domain/delivery.ts'
import type { TimelineEvent } from '../../domain/happening.ts'
import { isFinal } from '../../domain/transaction.ts'
import type { Noticed, Reading } from '../finding-rule.ts'
import { answeredAttempts, answerText, lostWith, realAttempts } from '../real-attempts.ts'

/** Every sound attempt, or the last one, failed because of the merchant, and none follows (D36). */
export function lost(webhook: Delivery): string | null {
  const failed = lostWith(webhook)
  if (failed === undefined) return null
  const which = realAttempts(webhook).at(-1)?.number === failed.number ? 'the last' : 'the last valid one'
  const scheduled = webhook.attempts.filter(({ isReplay }) => !isReplay).length
  return `the webhook for ${webhook.reference} was given up after ${scheduled} attempts, ${which} of them with: ${answerText(failed)}`
}

/** How long to wait for a webhook before asking (spec 6, rule 5: for example 5 minutes), in sandbox time. */
const patienceMs = 5 * 60_000

/** No webhook was accepted, and the merchant never asked for the status (spec 6, rule 5). */
export function* neverAsked(reading: Reading): Iterable<Noticed | null> {
  const { webhooks, lostReplies, now } = reading
  // A merchant who never got the reply has no id to ask by.
  const idless = new Set(lostReplies.map(({ id }) => id))
  // Oldest first: the newest webhook that the merchant took, or rightly refused, and the newest one that was lost.
  const taken = new Map<string, number>()
  const last = new Map<string, Delivery>()
  const arrived = new Set<string>()
  for (const webhook of webhooks) {
    const { transactionId, createdAt } = webhook
    if (isTaken(webhook)) taken.set(transactionId, createdAt)
    if (hasArrived(webhook)) arrived.add(transactionId)
    if (isSilent(webhook) && !idless.has(transactionId) && now - createdAt >= patienceMs)
      last.set(transactionId, webhook)
    yield null
  }
  for (const { transactionId, reference, createdAt } of last.values()) {
    const isKnown = (taken.get(transactionId) ?? Number.NEGATIVE_INFINITY) >= createdAt
    const what = arrived.has(transactionId) ? 'was accepted' : 'arrived'
    const evidence = `no webhook for ${reference} ${what}, and GET /payments/${transactionId} was never called: ask after about 5 minutes`
    yield isKnown || learntItsEnd(transactionId, createdAt, reading) ? null : { transactionId, reference, evidence }
  }
}

/** True for a webhook that is sent only after status queries. */
function isSilent({ status, webhook: plan }: Delivery): boolean {
  if (status === 'held') return typeof plan.faults?.trigger === 'object' && plan.faults.trigger !== null
  return status === 'dropped' || status === 'exhausted'
}

/** True for a webhook that was accepted, even if the scenario lost the answer, or was rightly refused. */
function isTaken(webhook: Delivery): boolean {
  return answeredAttempts(webhook).some(({ isAccepted, isRefused }) => isAccepted || isRefused)
}

function hasArrived({ attempts }: Delivery): boolean {
  return attempts.some(({ outcome }) => outcome?.sent === true)
}

/** True if a status query or another webhook has shown the final status since, or if that cannot be seen. */
function learntItsEnd(transactionId: string, since: number, { timeline }: Reading): boolean {
  const events = timeline(transactionId)
  const shows = (one: TimelineEvent) =>
    one.kind === 'webhook_delivered' || (one.kind === 'status_queried' && isFinal(one.status))
  return events.length === 0 || events.some((one) => one.at >= since && shows(one))
}

/** No webhook was sent, because neither the request nor the business has an address (spec 6, rule 1; D37). */
export function withoutAddress({ unannounced }: Reading): readonly Noticed[] {
  return unannounced.map(({ id: transactionId, reference, status }) => ({
    transactionId,
    reference,
    evidence: `${reference} became ${status} and no webhook was sent: give callbackURL in the request, or start with --callback-url`,
  }))
}
