import type { JsonObject } from '../../domain/json.ts'
import { localForm } from '../../domain/phone.ts'
import type { Settings } from '../../domain/settings.ts'
import type { Transaction } from '../../domain/transaction.ts'
import { collectionRecord } from '../collection-record.ts'
import type { Form } from '../wire-form.ts'

/** The record as the create call answers it: the number in international digits (D16). */
export function presentCreated(transaction: Transaction, settings: Settings): JsonObject {
  return present(transaction, settings, 'create', transaction.customer.accountNumber)
}

/** The record as the OTP's answer shows it: PENDING, in the create call's form (D26). */
export function presentDebited(transaction: Transaction, settings: Settings): JsonObject {
  return present(transaction, settings, 'otp', transaction.customer.accountNumber)
}

/** The record as webhooks and status queries show it: the number in local form (D16). */
export function presentFinal(transaction: Transaction, settings: Settings): JsonObject {
  return present(transaction, settings, 'final', localForm(transaction.customer.accountNumber))
}

function present(transaction: Transaction, settings: Settings, form: Form, accountNumber: string): JsonObject {
  const telcoResponse = transaction.result?.telcoResponse ?? null
  return collectionRecord(transaction, settings, {
    form,
    accountNumber,
    telcoResponse,
    virtualAccount: null,
    instructions,
  })
}

/** What a customer can do who saw no prompt (D24). */
const instructions =
  "If no prompt appeared on your phone, open your network's mobile money menu, choose My Approvals, and approve the pending payment with your PIN."
