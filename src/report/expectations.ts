import { type Delivery, isDelivered } from '../domain/delivery.ts'
import { formatDuration } from '../domain/duration.ts'
import type { Expectations } from '../domain/expectations.ts'
import type { TimelineEvent } from '../domain/happening.ts'
import { isFinal, type Transaction } from '../domain/transaction.ts'
import { type ActualBehaviour, type CheckedExpectations, expectedKeys, type ShownExpectations } from './report.ts'

export interface Behaved {
  readonly business: string
  readonly transaction: Transaction
  readonly deliveries: readonly Delivery[]
  readonly timeline: readonly TimelineEvent[]
}

/** Judges what the transaction's scenario expects; null when it expects nothing. */
export function checkExpectations(behaved: Behaved): CheckedExpectations | null {
  const { business, transaction, deliveries, timeline } = behaved
  const { plan, id: transactionId, reference, status, duplicateCreates } = transaction
  if (plan.expect === undefined) return null
  // Attempts that a receiver saw: a pretended answer or a failed connection is none.
  const arrived = deliveries.flatMap(({ attempts }) =>
    attempts.flatMap(({ outcome }) => (outcome?.sent ? outcome : [])),
  )
  const acks = arrived.filter(isDelivered).map(({ durationMs }) => Math.ceil(durationMs))
  const seen: Seen = {
    deliveries: arrived.length,
    statusQueries: finalQueries(timeline),
    duplicateCreates,
    ackedWithinMs: acks.length === 0 ? null : Math.max(...acks),
  }
  const unmet = unmetKeys(plan.expect, seen)
  return {
    business,
    scenario: plan.scenario,
    transactionId,
    reference,
    status,
    expect: shown(plan.expect),
    actual: shownActual(plan.expect, seen),
    unmet,
    webhooksPending: deliveries.filter(({ status }) => status === 'pending' || status === 'held').length,
    ok: unmet.length === 0,
  }
}

interface Seen {
  readonly deliveries: number
  readonly statusQueries: number
  readonly duplicateCreates: number
  readonly ackedWithinMs: number | null
}

function finalQueries(timeline: readonly TimelineEvent[]): number {
  return timeline.filter((one) => one.kind === 'status_queried' && isFinal(one.status)).length
}

function unmetKeys(expect: Expectations, seen: Seen): CheckedExpectations['unmet'] {
  const { deliveries, statusQueries = 0, duplicateCreates = Number.POSITIVE_INFINITY, ackedWithinMs } = expect
  const { gte = 0, lte = Number.POSITIVE_INFINITY } =
    typeof deliveries === 'number' ? { gte: deliveries, lte: deliveries } : (deliveries ?? {})
  const isUnmet = {
    deliveries: seen.deliveries < gte || seen.deliveries > lte,
    statusQueries: seen.statusQueries < statusQueries,
    duplicateCreates: seen.duplicateCreates > duplicateCreates,
    ackedWithin: ackedWithinMs !== undefined && (seen.ackedWithinMs === null || seen.ackedWithinMs > ackedWithinMs),
  }
  return expectedKeys.filter((key) => isUnmet[key])
}

function shown({ ackedWithinMs, ...counts }: Expectations): ShownExpectations {
  return ackedWithinMs === undefined ? counts : { ...counts, ackedWithin: formatDuration(ackedWithinMs) }
}

function shownActual(expect: Expectations, { ackedWithinMs, ...counts }: Seen): ActualBehaviour {
  const asked = Object.fromEntries(Object.entries(counts).filter(([key]) => Object.hasOwn(expect, key)))
  if (expect.ackedWithinMs === undefined) return asked
  return { ...asked, ackedWithin: ackedWithinMs === null ? null : formatDuration(ackedWithinMs) }
}
