import { deriveDigits, type Origin } from './derived-ids.ts'
import { isFinal, type Transaction } from './transaction.ts'

/** The digits of an OTP that no scenario names (D26). */
const otpDigits = 6

/** The one-time password a transaction asks for, and whether it still does. */
type Asked = Pick<Transaction, 'status' | 'plan' | 'otpAcceptedAt'>

/** True while a transaction waits for its one-time password (D26). */
export function awaitsOtp({ status, plan, otpAcceptedAt }: Asked): boolean {
  return plan.otp !== null && otpAcceptedAt === null && !isFinal(status)
}

/** The one-time password that was sent to the customer: the scenario's, else derived from the request (D18). */
export function otpOf({ plan }: Pick<Transaction, 'plan'>, origin: Origin): string | null {
  if (plan.otp === null) return null
  return plan.otp.code ?? deriveDigits(origin, 'otp', 0, otpDigits)
}
