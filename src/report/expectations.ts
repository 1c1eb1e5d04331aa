import type { Delivery } from '../domain/delivery.ts'
import { formatDuration, parseDuration } from '../domain/duration.ts'
import type { CountBounds, Expectations } from '../domain/expectations.ts'
import type { TimelineEvent } from '../domain/timeline.ts'
import { isFinal, type Status, type Transaction } from '../domain/transaction.ts'

/** What a scenario expects of a transaction, as its file says it. */
export interface ShownExpectations {
  readonly deliveries?: number | CountBounds
  readonly statusQueries?: number
  readonly duplicateCreates?: number
  readonly ackedWithin?: string
}

/** What came instead, by the same keys; `ackedWithin` is null while no webhook was answered 2xx. */
export interface Actual {
  readonly deliveries?: number
  readonly statusQueries?: number
  readonly duplicateCreates?: number
  readonly ackedWithin?: string | null
}

/** The expectations of one transaction, judged. */
export interface Checked {
  readonly business: string
  readonly scenario: string
  readonly transactionId: string
  readonly reference: string
  readonly status: Status
  readonly expect: ShownExpectations
  readonly actual: Actual
  /** Webhooks that were still to come or to be tried again. */
  readonly webhooksPending: number
  readonly ok: boolean
}

/** A transaction with what the merchant's code did about it. */
export interface Behaved {
  readonly business: string
  readonly transaction: Transaction
  readonly deliveries: readonly Delivery[]
  readonly timeline: readonly TimelineEvent[]
}

/** Judges what the transaction's story expects; null when it expects nothing. */
export function checkExpectations({ business, transaction, deliveries, timeline }: Behaved): Checked | null {
  const { plan, id: transactionId, reference, status, duplicateCreates } = transaction
  if (plan.expect === undefined) return null
  const seen: Seen = {
    deliveries: arrivals(deliveries),
    statusQueries: finalQueries(timeline),
    duplicateCreates,
    ackedWithinMs: slowestAck(deliveries),
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

/** Attempts that a receiver saw: a pretended answer or a failed connection is none. */
function arrivals(deliveries: readonly Delivery[]): number {
  return deliveries.flatMap(({ attempts }) => attempts).filter(({ outcome }) => outcome?.sent === true).length
}

/** Status queries that were answered with a final status. */
function finalQueries(timeline: readonly TimelineEvent[]): number {
  return timeline.filter(({ event, facts }) => event === 'status_queried' && isFinal(facts.status as Status)).length
}

function slowestAck(deliveries: readonly Delivery[]): number | null {
  const acks = deliveries.flatMap(({ attempts }) =>
    attempts.flatMap(({ outcome }) => {
      const status = outcome?.response?.status ?? 0
      return outcome?.sent && status >= 200 && status < 300 ? [Math.ceil(outcome.durationMs)] : []
    }),
  )
  return acks.length === 0 ? null : Math.max(...acks)
}

/** The keys of expectations that are not met. */
export function unmetKeys(expect: ShownExpectations, actual: Actual): readonly (keyof ShownExpectations)[] {
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

function shownActual(expect: Expectations, { ackedWithinMs, ...counts }: Seen): Actual {
  const asked = Object.fromEntries(Object.entries(counts).filter(([key]) => Object.hasOwn(expect, key)))
  if (expect.ackedWithinMs === undefined) return asked
  return { ...asked, ackedWithin: ackedWithinMs === null ? null : formatDuration(ackedWithinMs) }
}
