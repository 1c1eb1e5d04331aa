import { deriveDigits, type Entropy } from './derived-ids.ts'
import { isFinal, type Transaction } from './transaction.ts'

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
