import type { SandboxMs } from './clock.ts'
import { deriveDigits, type Entropy } from './derived-ids.ts'
import { formatDuration } from './duration.ts'
import type { HappeningOf } from './happening.ts'
import { toDecimalString } from './money.ts'
import type { Result } from './plan.ts'
import { type Flow, flowHas, isFinal, type Transaction } from './transaction.ts'

/** `open` waits for a PIN; the others say how the prompt ended. */
export const promptStatuses = ['open', 'approved', 'declined', 'ignored', 'closed'] as const

export interface Prompt {
  readonly transactionId: string
  readonly text: string
  /** The sum, the merchant and the reason, such as `GHS 49.50 for "Shoes"`. */
  readonly payment: string
  readonly status: (typeof promptStatuses)[number]
}

export interface Message {
  readonly transactionId: string
  readonly text: string
  readonly otp: string
  readonly at: SandboxMs
}

/** Returns the prompt of a mobile money collection, or null before its OTP is accepted. */
export function promptOf(transaction: Transaction): Prompt | null {
  const { id: transactionId, flow, plan, otpAcceptedAt } = transaction
  if (!flowHas(flow, 'prompt') || (plan.otp !== null && otpAcceptedAt === null)) return null
  const payment = what(transaction)
  const text = `Approve the payment of ${payment} with your PIN.`
  return { transactionId, text, payment, status: endOf(transaction) }
}

/** Returns the SMS with the one-time password, or null if none was sent (D26). */
export function otpMessage(transaction: Transaction, entropy: Entropy): Message | null {
  const otp = otpOf(transaction, entropy)
  if (otp === null) return null
  const expiry = transaction.plan.steps.find(({ act }) => act.act === 'expire')
  const valid = expiry ? ` It is valid for ${formatDuration(expiry.afterMs)}.` : ''
  const text = `${otp} is the code for your payment of ${what(transaction)}.${valid}`
  return { transactionId: transaction.id, text, otp, at: transaction.createdAt }
}

/** Returns what a customer does with the prompt for a scenario to end with this result; null for other results and flows. */
export function promptAnswer(flow: Flow, { code, name }: Result): HappeningOf<'prompt_answered'>['answer'] | null {
  if (!flowHas(flow, 'prompt')) return null
  if (code === '0000') return 'right_pin'
  if (name === 'wrong_pin') return 'wrong_pin'
  return name === 'prompt_timeout' ? 'none' : null
}

function what({ currency, amountMinor, reason, extras }: Transaction): string {
  const to = !extras.merchantName ? '' : ` to ${extras.merchantName}`
  return `${currency} ${sumOf(amountMinor, currency)}${to} for "${reason}"`
}

/** Formats a sum as networks do in an SMS: `100.50`, but `100`. */
function sumOf(amountMinor: number, currency: Transaction['currency']): string {
  const [whole = '', fraction] = toDecimalString(amountMinor, currency).split('.')
  return fraction === undefined ? whole : `${whole}.${fraction.padEnd(2, '0')}`
}

function endOf({ status, result }: Transaction): Prompt['status'] {
  if (!isFinal(status)) return 'open'
  if (status === 'COMPLETED') return 'approved'
  if (result?.name === 'wrong_pin') return 'declined'
  return result?.name === 'prompt_timeout' ? 'ignored' : 'closed'
}

/** Length of an OTP that no scenario names (D26). */
const otpDigits = 6

type Asked = Pick<Transaction, 'status' | 'plan' | 'otpAcceptedAt'>

/** Returns true while a transaction waits for its one-time password (D26). */
export function awaitsOtp({ status, plan, otpAcceptedAt }: Asked): boolean {
  return plan.otp !== null && otpAcceptedAt === null && !isFinal(status)
}

/** Returns the scenario's one-time password, else one derived from the request (D18); null if none was sent. */
export function otpOf({ plan }: Pick<Transaction, 'plan'>, entropy: Entropy): string | null {
  if (plan.otp === null) return null
  return plan.otp.code ?? deriveDigits(entropy, 'otp', 0, otpDigits)
}
