import { toDecimalString, toMajor } from '../domain/money.ts'
import type { Settings } from '../domain/settings.ts'
import type { Transaction } from '../domain/transaction.ts'

/**
 * Which of the two wire forms a record is shown in (D38), and at which moment: as it was created, as its OTP was
 * accepted, or as it is now. The OTP's answer has the create call's form, and is not shown anywhere else.
 */
export type Form = 'create' | 'otp' | 'final'

/** What of a record moves with its story. The create call's form is the record as it was created (D33). */
export function momentOf(transaction: Transaction, form: Form): Pick<Transaction, 'result' | 'status' | 'updatedAt'> {
  if (form !== 'create') return transaction
  return { result: null, status: transaction.plan.reply.status, updatedAt: transaction.createdAt }
}

/** A number in create responses, a numeric string in webhooks and status queries, unless a setting says one form (D15). */
export function shownAmount(
  minor: number,
  { currency }: Transaction,
  form: Form,
  { amounts }: Settings,
): number | string {
  const kind = amounts === 'as-shown' ? (form === 'final' ? 'string' : 'number') : amounts
  return kind === 'number' ? toMajor(minor, currency) : toDecimalString(minor, currency)
}

/** The `message` of a webhook: `code | source | text`, null while there is no result (spec 6.3). */
export function shownMessage(result: Transaction['result']): string | null {
  return result && `${result.code} | ${result.source} | ${result.text}`
}

/** A moment as records show it (D19). */
export function shownTime(at: number): string {
  return new Date(at).toISOString()
}
