import { type Delivery, isDelivered } from '../domain/delivery.ts'
import { formatDuration, parseDuration } from '../domain/duration.ts'
import type { Expectations } from '../domain/expectations.ts'
import type { TimelineEvent } from '../domain/happening.ts'
import { isFinal, type Transaction } from '../domain/transaction.ts'
import type { ActualBehaviour, CheckedExpectations, ShownExpectations } from './report.ts'

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
  const [expect, actual] = [shown(plan.expect), shownActual(plan.expect, seen)]
  return {
    business,
    scenario: plan.scenario,
    transactionId,
    reference,
    status,
    expect,
    actual,
    webhooksPending: deliveries.filter(({ status }) => status === 'pending' || status === 'held').length,
    ok: unmetKeys(expect, actual).length === 0,
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

export function unmetKeys(expect: ShownExpectations, actual: ActualBehaviour): readonly (keyof ShownExpectations)[] {
  const { deliveries, statusQueries = 0, duplicateCreates = Number.POSITIVE_INFINITY, ackedWithin } = expect
  const { gte = 0, lte = Number.POSITIVE_INFINITY } =
    typeof deliveries === 'number' ? { gte: deliveries, lte: deliveries } : (deliveries ?? {})
  const arrived = actual.deliveries ?? gte
  const late = (took: string | null | undefined, most: string) => !took || parseDuration(took) > parseDuration(most)
  const isUnmet = {
    deliveries: arrived < gte || arrived > lte,
    statusQueries: (actual.statusQueries ?? statusQueries) < statusQueries,
    duplicateCreates: (actual.duplicateCreates ?? 0) > duplicateCreates,
    ackedWithin: ackedWithin !== undefined && late(actual.ackedWithin, ackedWithin),
  }
  const keys = Object.keys(expect) as (keyof ShownExpectations)[]
  return keys.filter((key) => isUnmet[key])
}

function shown({ ackedWithinMs, ...counts }: Expectations): ShownExpectations {
  return ackedWithinMs === undefined ? counts : { ...counts, ackedWithin: formatDuration(ackedWithinMs) }
}

function shownActual(expect: Expectations, { ackedWithinMs, ...counts }: Seen): ActualBehaviour {
  const asked = Object.fromEntries(Object.entries(counts).filter(([key]) => Object.hasOwn(expect, key)))
  if (expect.ackedWithinMs === undefined) return asked
  return { ...asked, ackedWithin: ackedWithinMs === null ? null : formatDuration(ackedWithinMs) }
}
