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

/**
 * The transaction that a row holds. Written out field by field, as below: an object that is spread or grown so far
 * becomes a hash table, which takes four times as long (measured).
 */
export function transactionOf(row: RawRow, plans: PlanTable): Transaction {
  const c: InColumns = transactionColumns.read(row, 3, {})
  const f: Facts = JSON.parse(String(row[2]))
  return {
    id: c.id,
    reference: c.reference,
    flow: c.flow,
    status: c.status,
    currency: c.currency,
    amountMinor: c.amountMinor,
    feeMinor: c.feeMinor,
    receivedMinor: c.receivedMinor,
    result: c.result,
    wrongOtps: c.wrongOtps,
    otpAcceptedAt: c.otpAcceptedAt,
    statusQueries: c.statusQueries,
    duplicateCreates: c.duplicateCreates,
    createdAt: c.createdAt,
    updatedAt: c.updatedAt,
    askedMinor: f.askedMinor,
    channel: f.channel,
    network: f.network,
    reason: f.reason,
    customer: f.customer,
    metadata: f.metadata,
    callbackUrl: f.callbackUrl,
    extras: f.extras,
    conversion: f.conversion,
    feePercent: f.feePercent,
    bearFee: f.bearFee,
    virtualAccount: f.virtualAccount,
    openingBalanceMinor: f.openingBalanceMinor,
    plan: plans.find(Number(row[1])),
  }
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
