import type { JsonObject } from '../../domain/json.ts'
import { toMajor } from '../../domain/money.ts'
import type { Settings } from '../../domain/settings.ts'
import type { Transaction } from '../../domain/transaction.ts'
import { collectionRecord } from '../collection-record.ts'
import type { Form } from '../wire-form.ts'

/** The record as the create call answers it, with what only the merchant sees (D38). */
export function presentCreated(transaction: Transaction, settings: Settings): JsonObject {
  const balance = toMajor(transaction.openingBalanceMinor, transaction.currency)
  return present(transaction, settings, 'create', {
    reference: transaction.reference,
    callback_url: transaction.callbackUrl ?? settings.callbackUrl,
    api_key: 'test', // D25: the key's mode
    opening_balance: balance,
    closing_balance: balance,
  })
}

/** The record as webhooks and status queries show it. */
export function presentFinal(transaction: Transaction, settings: Settings): JsonObject {
  return present(transaction, settings, 'final', {})
}

function present(transaction: Transaction, settings: Settings, form: Form, merchantSide: JsonObject): JsonObject {
  const { virtualAccount: account, customer } = transaction
  return collectionRecord(transaction, settings, {
    form,
    accountNumber: customer.accountNumber, // D16: as it was sent
    telcoResponse: null, // D38: no mobile network took part
    merchantSide,
    virtualAccount: account && {
      bank_name: account.bankName,
      account_name: account.accountName,
      account_number: account.accountNumber,
    },
    instructions,
  })
}

/** What a customer can do whose transfer did not arrive. */
const instructions =
  'This account takes no further transfers for this payment. Ask the merchant for a new account number, and pay the exact amount before it expires.'
