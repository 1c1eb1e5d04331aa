import type { SandboxMs } from './clock.ts'
import type { Origin } from './derived-ids.ts'
import { formatDuration } from './duration.ts'
import { toDecimalString } from './money.ts'
import { otpOf } from './otp.ts'
import { isFinal, type Transaction } from './transaction.ts'

/** `open` waits for a PIN; the others say how the prompt ended. */
export const promptStatuses = ['open', 'approved', 'declined', 'ignored', 'closed'] as const

/** What the network asks the customer. */
export interface Prompt {
  readonly transactionId: string
  readonly text: string
  readonly status: (typeof promptStatuses)[number]
}

/** An SMS on the customer's phone. */
export interface Message {
  readonly transactionId: string
  readonly text: string
  readonly otp: string
  readonly at: SandboxMs
}

/** The prompt of a mobile money collection; null before its OTP was accepted. */
export function promptOf(transaction: Transaction): Prompt | null {
  const { id: transactionId, flow, plan, otpAcceptedAt } = transaction
  if (flow !== 'mobile-money' || (plan.otp !== null && otpAcceptedAt === null)) return null
  return {
    transactionId,
    text: `Approve the payment of ${what(transaction)} with your PIN.`,
    status: endOf(transaction),
  }
}

/** The SMS with the one-time password of a collection; null if none was sent (D26). */
export function messageOf(transaction: Transaction, origin: Origin): Message | null {
  const otp = otpOf(transaction, origin)
  if (otp === null) return null
  const expiry = transaction.plan.steps.find(({ act }) => act.act === 'expire')
  const valid = expiry ? ` It is valid for ${formatDuration(expiry.afterMs)}.` : ''
  const text = `${otp} is the code for your payment of ${what(transaction)}.${valid}`
  return { transactionId: transaction.id, text, otp, at: transaction.createdAt }
}

function what({ currency, amountMinor, reason, extras }: Transaction): string {
  const to = !extras.merchantName ? '' : ` to ${extras.merchantName}`
  return `${currency} ${sumOf(amountMinor, currency)}${to} for "${reason}"`
}

/** A sum as a network writes it to people: `100.50`; a whole one is `100`. */
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
