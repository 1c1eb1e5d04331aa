import type Database from 'better-sqlite3'
import type { DeliveryStatus } from '../../domain/delivery.ts'
import type { Plan } from '../../domain/plan.ts'
import type { Flow, Status, Transaction } from '../../domain/transaction.ts'
import type { FaultyWebhook, PlanUse, TransactionPart } from '../report-reads.ts'
import { reading } from './file/errors.ts'
import type { Tables } from './open-tables.ts'

/** The rows of a world after one, up to another, by the column of their order. */
export type Range = readonly [world: number, after: number, to: number]

/** For transactions, beside their business. */
export const inRange = 'first_event > ? AND first_event <= ?'

const isOpen = "status IN ('INITIATED', 'PENDING')"
const isUnannounced = `NOT ${isOpen} AND facts ->> '$.callbackUrl' IS NULL`
const isOfPlans = 'plan_id IN (SELECT value FROM json_each(?))'

interface GroupRow {
  plan_id: number
  flow: Flow
  status: Status
  result: string | null
  longestMs: number
  isPaidShort: 0 | 1
  isPaidOver: 0 | 1
  hasDuplicated: 0 | 1
  hasUnannounced: 0 | 1
}

interface FaultyRow {
  plan_id: number
  flow: Flow
  transactionId: string
  status: DeliveryStatus
  attempts: number
  sent: number
}

/** Returns a read of the transactions in a range. Their groups show which of the other reads find anything. */
export function reportTransactions(db: Database.Database, { remembered, transactions }: Tables) {
  const groupsIn = db.prepare<[...Range], GroupRow>(`
    SELECT plan_id, flow, status, result ->> '$.name' AS result, max(updated_at - created_at) AS longestMs,
      max(received_minor > 0 AND received_minor < facts ->> '$.askedMinor') AS isPaidShort,
      max(received_minor > 0 AND received_minor > facts ->> '$.askedMinor') AS isPaidOver,
      max(duplicate_creates > 0) AS hasDuplicated, max(${isUnannounced}) AS hasUnannounced
    FROM transactions WHERE business_id = ? AND ${inRange} GROUP BY 1, 2, 3, 4`)
  const ofPlans = faultsOfPlans(db, remembered.plan)
  const that = (condition: string) => {
    const read = transactions.that(`${inRange} AND ${condition}`)
    return (parameters: readonly (string | number)[]) => reading(() => read(parameters, -1)) // SQLite: no limit
  }
  const those = { ofPlans: that(isOfPlans), duplicated: that('duplicate_creates > 0'), open: that(isOpen) }
  const unannounced = that(isUnannounced)
  return (range: Range): TransactionPart => {
    const groups = reading(() => groupsIn.all(...range))
    const { plan } = remembered
    const some = (test: (group: GroupRow) => unknown) => groups.some(test)
    /** The JSON of the ids of the plans that are so; null for none. */
    const plansThat = (is: (plan: Plan) => boolean): string | null => {
      const ids = new Set(groups.flatMap(({ plan_id }) => (is(plan(plan_id)) ? [plan_id] : [])))
      return ids.size === 0 ? null : JSON.stringify([...ids])
    }
    const withPlan = (is: (plan: Plan) => boolean): readonly Transaction[] => {
      const plans = plansThat(is)
      return plans === null ? [] : those.ofPlans([...range, plans])
    }
    return {
      played: groups.map((group) => playedOf(group, plan(group.plan_id))),
      ...ofPlans(range, plansThat),
      expecting: () => withPlan(({ expect }) => expect !== undefined),
      lostReplies: () => withPlan(({ reply }) => reply.fault !== undefined),
      duplicated: () => (some((group) => group.hasDuplicated) ? those.duplicated(range) : []),
      open: () => (some(({ status }) => status === 'INITIATED' || status === 'PENDING') ? those.open(range) : []),
      unannounced: () => (some((group) => group.hasUnannounced) ? unannounced(range) : []),
    }
  }
}

function playedOf({ flow, status, result, longestMs, isPaidShort, isPaidOver }: GroupRow, plan: Plan): PlanUse {
  return { plan, flow, status, result, longestMs, isPaidShort: isPaidShort === 1, isPaidOver: isPaidOver === 1 }
}

type PlansThat = (is: (plan: Plan) => boolean) => string | null

function faultsOfPlans(db: Database.Database, planOf: (id: number) => Plan) {
  const expiredBefore = db.prepare<[...Range, string], unknown>(`
    SELECT 1 FROM transactions AS t JOIN events AS e ON e.transaction_id = t.id
    WHERE t.business_id = ? AND ${inRange} AND t.status = 'COMPLETED' AND ${isOfPlans}
      AND e.entries LIKE '%"result":"expired"%' LIMIT 1`)
  const faulty = db.prepare<[...Range, string], FaultyRow>(`
    SELECT t.plan_id, t.flow, t.public_id AS transactionId, d.status,
      count(a.number) AS attempts, coalesce(sum(a.outcome ->> '$.sent'), 0) AS sent
    FROM transactions AS t
    JOIN deliveries AS d ON d.transaction_id = t.id
    LEFT JOIN attempts AS a ON a.delivery_id = d.id AND NOT a.is_replay
    WHERE t.business_id = ? AND ${inRange} AND ${isOfPlans}
    GROUP BY d.id ORDER BY d.id`)
  return (range: Range, plansThat: PlansThat) => ({
    hasExpiredBefore(): boolean {
      const plans = plansThat(({ account }) => account?.lateTransfers === 'accept')
      return plans !== null && reading(() => expiredBefore.get(...range, plans)) !== undefined
    },
    faultyWebhooks(): readonly FaultyWebhook[] {
      const plans = plansThat(({ webhook }) => webhook.faults !== null)
      if (plans === null) return []
      return reading(() => faulty.all(...range, plans)).map(({ plan_id, ...row }) => ({
        ...row,
        plan: planOf(plan_id),
      }))
    },
  })
}
