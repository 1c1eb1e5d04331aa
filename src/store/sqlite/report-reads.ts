import type Database from 'better-sqlite3'
import type { DeliveryStatus } from '../../domain/delivery.ts'
import type { Flow, Status } from '../../domain/transaction.ts'
import type { FaultyWebhook, Following, Played, ReportReads } from '../report-reads.ts'
import type { Tables } from './open-tables.ts'

/** Calls a read with the row of a business. A business without a row has nothing (D2). */
export type Show = <R>(key: string, read: (businessId: number) => R, nothing: R) => R

const plansThat = (condition: string) => `plan_id IN (SELECT id FROM plans WHERE ${condition})`
const isOpen = "status IN ('INITIATED', 'PENDING')"

/** The reads of a report. None has an index of its own, which every create call would pay for. */
export function createReportReads(db: Database.Database, tables: Tables, show: Show): ReportReads {
  return { ...ofScenarios(db, tables, show), ...ofTransactions(tables, show), ...ofWebhooks(db, tables, show) }
}

interface PlayedRow {
  plan_id: number
  flow: Flow
  status: Status
  result: string | null
  longestMs: number
  isPaidShort: 0 | 1
  isPaidOver: 0 | 1
}

interface FaultyRow {
  plan_id: number
  flow: Flow
  transactionId: string
  status: DeliveryStatus
  attempts: number
  sent: number
}

function ofScenarios(db: Database.Database, { remembered, refusedScenarios }: Tables, show: Show) {
  const played = db.prepare<[number], PlayedRow>(`
    SELECT plan_id, flow, status, result ->> '$.name' AS result, max(updated_at - created_at) AS longestMs,
      max(received_minor > 0 AND received_minor < facts ->> '$.askedMinor') AS isPaidShort,
      max(received_minor > 0 AND received_minor > facts ->> '$.askedMinor') AS isPaidOver
    FROM transactions WHERE business_id = ? GROUP BY 1, 2, 3, 4 ORDER BY min(id)`)
  const expiredBefore = db.prepare<[number], unknown>(`
    SELECT 1 FROM transactions AS t JOIN events AS e ON e.transaction_id = t.id
    WHERE t.business_id = ? AND t.status = 'COMPLETED' AND t.${plansThat("plan ->> '$.account.lateTransfers' = 'accept'")}
      AND e.entries LIKE '%"result":"expired"%' LIMIT 1`)
  const faulty = db.prepare<[number], FaultyRow>(`
    SELECT t.plan_id, t.flow, t.public_id AS transactionId, d.status,
      count(a.number) AS attempts, coalesce(sum(a.outcome ->> '$.sent'), 0) AS sent
    FROM transactions AS t
    JOIN deliveries AS d ON d.transaction_id = t.id
    LEFT JOIN attempts AS a ON a.delivery_id = d.id AND NOT a.is_replay
    WHERE t.business_id = ? AND t.${plansThat("plan ->> '$.webhook.faults' IS NOT NULL")}
    GROUP BY d.id ORDER BY d.id`)
  const withPlan = <Row extends { plan_id: number }>({ plan_id, ...row }: Row) => ({
    ...row,
    plan: remembered.plan(plan_id),
  })
  return {
    played: (key: string) =>
      show(
        key,
        (id): readonly Played[] =>
          played.all(id).map(({ isPaidShort, isPaidOver, ...row }) => {
            return { ...withPlan(row), isPaidShort: isPaidShort === 1, isPaidOver: isPaidOver === 1 }
          }),
        [],
      ),
    hasExpiredBefore: (key: string) => show(key, (id) => expiredBefore.get(id) !== undefined, false),
    faultyWebhooks: (key: string) => show(key, (id): readonly FaultyWebhook[] => faulty.all(id).map(withPlan), []),
    refusedScenarios: (key: string) => show(key, refusedScenarios.list, []),
  }
}

function ofTransactions({ transactions }: Tables, show: Show) {
  const that = (condition: string) => {
    const read = transactions.that(condition)
    return (key: string, limit: number) => show(key, (id) => read([id], limit), [])
  }
  const expecting = that(plansThat("plan ->> '$.expect' IS NOT NULL"))
  const after = transactions.that(`
    first_event > (SELECT first_event FROM transactions AS first WHERE first.business_id = transactions.business_id AND first.reference = ?)
    AND created_at <= ? AND flow = ? AND currency = ?`)
  return {
    expecting: (key: string) => expecting(key, -1), // SQLite: no limit
    lostReplies: that(plansThat("plan ->> '$.reply.fault' IS NOT NULL")),
    createdAfter: (key: string, { transaction: { reference, flow, currency }, until }: Following, limit: number) =>
      show(key, (id) => after([id, reference, until, flow, currency], limit), []),
    duplicated: that('duplicate_creates > 0'),
    // The first condition has an index.
    open: that(`status <> 'COMPLETED' AND ${isOpen}`),
    unannounced: that(`NOT ${isOpen} AND facts ->> '$.callbackUrl' IS NULL`),
  }
}

function ofWebhooks(db: Database.Database, { deliveries }: Tables, show: Show) {
  const ofNote = deliveries.that(`
    deliveries.webhook ->> '$.faults' IS NOT NULL OR deliveries.status <> 'delivered' OR EXISTS (
      SELECT 1 FROM attempts WHERE delivery_id = deliveries.id AND (
        coalesce(outcome ->> '$.response.status', 0) NOT BETWEEN 200 AND 299 OR outcome ->> '$.durationMs' > deliveries.webhook ->> '$.timeoutMs' / 2))`)
  const unfinished = db
    .prepare<[number], number>(
      `SELECT count(*) FROM attempts JOIN deliveries ON deliveries.id = delivery_id
      WHERE business_id = ? AND outcome IS NULL`,
    )
    .pluck()
  return {
    deliveriesOfNote: (key: string, limit: number) => show(key, (id) => ofNote([id], limit), []),
    unfinishedAttempts: (key: string) => show(key, (id) => unfinished.get(id) ?? 0, 0),
  }
}
