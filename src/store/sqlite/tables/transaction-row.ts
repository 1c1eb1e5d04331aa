import type { Plan } from '../../../domain/plan.ts'
import type { Transaction } from '../../../domain/transaction.ts'
import { type Columns, columnsOf } from './columns.ts'

/** Fields that change or that searches use. The others are one JSON column, and the plan is a row of its own. */
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

export type InColumns = Pick<Transaction, keyof typeof inColumns>
export type Facts = Omit<Transaction, keyof InColumns | 'plan'>

export interface Plans {
  plan(id: number): Plan
  planId(plan: Plan): number
}

export const transactionColumns = columnsOf<InColumns>(
  'transactions',
  ['business_id', 'account_number', 'facts', 'plan_id', 'first_event', 'first_entries', 'jobs'],
  inColumns,
)
export const selectTransactions = `SELECT transactions.id, plan_id, facts, ${transactionColumns.select} FROM transactions`

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
