import type { JsonObject } from '../../domain/json.ts'
import { localForm } from '../../domain/phone.ts'
import type { Settings } from '../../domain/settings.ts'
import type { Transaction } from '../../domain/transaction.ts'
import { payoutRecord } from '../payout-record.ts'

/** The record as the create call answers it: the number in international digits (D16). */
export function presentCreated(transaction: Transaction, settings: Settings): JsonObject {
  return payoutRecord(transaction, settings, { form: 'create', accountNumber: transaction.customer.accountNumber })
}

/** The record as webhooks and status queries show it: the number in local form (D16). */
export function presentFinal(transaction: Transaction, settings: Settings): JsonObject {
  const { accountNumber } = transaction.customer
  return payoutRecord(transaction, settings, { form: 'final', accountNumber: localForm(accountNumber) })
}
