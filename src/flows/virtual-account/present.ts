import type { z } from 'zod'
import { toMajor } from '../../domain/money.ts'
import type { Settings } from '../../domain/settings.ts'
import type { Status, Transaction } from '../../domain/transaction.ts'
import { asCreated, asNow, type Moment, recordHead, recordTimes, shownMessage } from '../record.ts'
import type { virtualAccountCollection, virtualAccountCreated } from './answer.ts'

/** The record as the create call answers it, with what only the merchant sees (D38). */
export function presentCreated(transaction: Transaction, settings: Settings): z.output<typeof virtualAccountCreated> {
  const moment = asCreated(transaction)
  const balance = toMajor(transaction.openingBalanceMinor, transaction.currency)
  return Object.assign(head(transaction, settings, moment), {
    reference: transaction.reference,
    callback_url: transaction.callbackUrl ?? settings.callbackUrl,
    api_key: 'test' as const, // D25: the key's mode
    opening_balance: balance,
    closing_balance: balance,
    bear_fee: transaction.bearFee,
    virtual_account: shownAccount(transaction),
    ...recordTimes(transaction, moment),
  })
}

/** The record as webhooks and status queries show it. */
export function presentFinal(transaction: Transaction, settings: Settings): z.output<typeof virtualAccountCollection> {
  const moment = asNow(transaction)
  return Object.assign(
    head(transaction, settings, moment),
    { bear_fee: transaction.bearFee, virtual_account: shownAccount(transaction) },
    moment.status === 'FAILED' ? { instructions } : {},
    recordTimes(transaction, moment),
  )
}

function head<S extends Status>(transaction: Transaction, settings: Settings, moment: Moment<S>) {
  const { accountName, accountNumber } = transaction.customer
  const begun = recordHead(transaction, settings, {
    moment,
    type: 'DEBIT' as const,
    customer: { accountName, accountNumber }, // D16: as it was sent
    metadata: transaction.metadata,
    reason: transaction.reason ?? '',
    openMessage: 'Pending',
  })
  const message = shownMessage(moment)
  // D38: no mobile network took part.
  return Object.assign(begun, { message, telco_response: null, reference_business: transaction.reference })
}

function shownAccount({ id, virtualAccount }: Transaction) {
  if (virtualAccount === null) throw new Error(`Cannot show where to pay for ${id}: it has no virtual account`)
  const { bankName, accountName, accountNumber } = virtualAccount
  return { bank_name: bankName, account_name: accountName, account_number: accountNumber }
}

/** What a customer can do whose transfer did not arrive. */
const instructions =
  'This account takes no further transfers for this payment. Ask the merchant for a new account number, and pay the exact amount before it expires.'
