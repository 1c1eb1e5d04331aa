import type { Transaction } from '../../../domain/transaction.ts'
import { type Columns, columnsOf, type RawRow } from './columns.ts'
import type { PlanTable } from './plans.ts'

/** What changes or is searched by. All other facts of a transaction are one JSON column, and its plan a row of its own. */
const inColumns = {
  id: 'public_id',
  reference: 'reference',
  flow: 'flow',
  status: 'status',
  currency: 'currency',
  amountMinor: 'amount_minor',
  feeMinor: 'fee_minor',
  receivedMinor: 'received_minor',
  result: { json: 'result' },
  wrongOtps: 'wrong_otps',
  otpAcceptedAt: 'otp_accepted_at',
  statusQueries: 'status_queries',
  duplicateCreates: 'duplicate_creates',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} as const satisfies Partial<Columns<Transaction>>

type InColumns = Pick<Transaction, keyof typeof inColumns>
type Facts = Omit<Transaction, keyof InColumns | 'plan'>

export const transactionColumns = columnsOf<InColumns>(
  'transactions',
  ['business_id', 'account_number', 'facts', 'plan_id', 'first_event', 'first_entries'],
  inColumns,
)
/** What to select of a transaction, from the table. */
export const selectTransactions = `SELECT transactions.id, plan_id, facts, ${transactionColumns.select} FROM transactions`

/** The transaction that a row holds. */
export function transactionOf(row: RawRow, plans: PlanTable): Transaction {
  const [, planId, facts] = row
  const others: Facts = JSON.parse(String(facts))
  return transactionColumns.read(row, 3, { ...others, plan: plans.find(Number(planId)) })
}

/** The facts column. Written out field by field: spreads are slow on this hot path. */
export function factsOf(t: Transaction): string {
  const facts: Facts = {
    askedMinor: t.askedMinor,
    channel: t.channel,
    network: t.network,
    reason: t.reason,
    customer: t.customer,
    metadata: t.metadata,
    callbackUrl: t.callbackUrl,
    extras: t.extras,
    conversion: t.conversion,
    feePercent: t.feePercent,
    bearFee: t.bearFee,
    virtualAccount: t.virtualAccount,
    openingBalanceMinor: t.openingBalanceMinor,
  }
  return JSON.stringify(facts)
}
