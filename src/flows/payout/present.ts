import type { z } from 'zod'
import type { JsonObject } from '../../domain/json.ts'
import { toMajor } from '../../domain/money.ts'
import type { Settings } from '../../domain/settings.ts'
import type { Transaction } from '../../domain/transaction.ts'
import { asCreated, asNow, recordHead, recordTimes, shownMessage } from '../record.ts'
import type { payout, payoutsCreated } from './answer.ts'

/** The record as the create call answers it, in a list of one (spec 4.4): bank numbers as sent, phones in full (D16). */
export function presentCreated(transaction: Transaction, settings: Settings): z.output<typeof payoutsCreated> {
  const moment = asCreated(transaction)
  const { accountName, accountNumber } = transaction.customer
  const head = recordHead(transaction, settings, {
    moment,
    ...ofPayout(transaction),
    customer: { accountName, accountNumber, email: '' }, // spec 2.2
    metadata: transaction.metadata,
  })
  const tail = { reference_business: transaction.reference, virtual_account: null }
  return [Object.assign(head, tail, recordTimes(transaction, moment))]
}

/** The record as webhooks and status queries show it; `accountNumber` as the flow shows it in this form (D16). */
export function presentFinal(
  transaction: Transaction,
  settings: Settings,
  accountNumber: string,
): z.output<typeof payout> {
  const moment = asNow(transaction)
  const head = recordHead(transaction, settings, {
    moment,
    ...ofPayout(transaction),
    customer: { accountName: transaction.customer.accountName, accountNumber },
    metadata: metadataOf(transaction),
  })
  return Object.assign(head, {
    message: shownMessage(moment),
    telco_response: null,
    reference_business: transaction.reference,
    virtual_account: null,
    instructions: null,
    ...recordTimes(transaction, moment),
  })
}

function ofPayout({ reason }: Transaction) {
  return { type: 'CREDIT', reason, openMessage: '' } as const
}

/** D23: a completed payout shows its rate, a failed one has no metadata. */
function metadataOf({ status, metadata, conversion, amountMinor, currency }: Transaction): JsonObject | null {
  if (status === 'FAILED') return null
  if (status !== 'COMPLETED') return metadata
  const amount = toMajor(amountMinor, currency)
  const { rate, rateAmount } = conversion ?? { rate: 1, rateAmount: amount }
  return { ...metadata, rate, rate_amount: rateAmount, transactionAmount: amount }
}
