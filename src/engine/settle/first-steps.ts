import type { Change } from '../../domain/change.ts'
import type { Step } from '../../domain/plan.ts'
import type { Transaction } from '../../domain/transaction.ts'

/** The jobs of those steps of a plan that count from a moment: the creation, or the acceptance of the OTP. */
export function jobsFrom(from: Step['from'], transaction: Transaction, steps: readonly Step[]): Change[] {
  const { id: transactionId, createdAt, otpAcceptedAt } = transaction
  const since = from === 'otp' ? otpAcceptedAt : createdAt
  if (since === null) throw new Error(`Cannot go on with ${transactionId}: its OTP was not accepted`)
  return steps.flatMap((step): Change[] => {
    if (step.from !== from) return []
    return [{ change: 'job.add', dueAt: since + step.afterMs, work: { kind: 'act', transactionId, act: step.act } }]
  })
}

/** The customer's phone shows the network's prompt, which asks for the PIN. */
export function promptSent({ id: transactionId, customer: { accountNumber } }: Transaction): Change {
  return { change: 'event.append', transactionId, event: 'prompt_sent', facts: { accountNumber } }
}

/** The customer's phone gets an SMS with the one-time password (D26). */
export function otpSent({ id: transactionId, customer: { accountNumber } }: Transaction): Change {
  return { change: 'event.append', transactionId, event: 'otp_sent', facts: { accountNumber } }
}
