import { type Change, type Decision, record } from '../../domain/change.ts'
import { moveTransaction } from '../../domain/moves.ts'
import { awaitsOtp, otpOf } from '../../domain/phone-screen.ts'
import { Rejection } from '../../domain/rejection.ts'
import { builtInResult } from '../../domain/result.ts'
import type { Settings } from '../../domain/settings.ts'
import type { Transaction } from '../../domain/transaction.ts'
import type { Store } from '../../store/store.ts'
import type { WebhookMaker } from '../deliver/queue-webhook.ts'
import { decideOn, finish, jobsFrom, progressOf, promptSent, type SettleState } from './settle.ts'

export interface OtpAccepted {
  readonly transaction: Transaction
  readonly settings: Settings
}

export type SubmitOtp = ReturnType<typeof createSubmitOtp>

/**
 * Submits the one-time password of a collection (D26): the right one continues the debit, the last wrong one ends it. Throws
 * a `Rejection`; a wrong password still counts.
 */
export function createSubmitOtp(store: Store, maker: WebhookMaker) {
  return async (key: string, transactionId: string, otp: string): Promise<OtpAccepted> => {
    const about = { key, transactionId, cause: { by: 'otp' } } as const
    const submitted = await decideOn(store, about, (situation): Decision<OtpAccepted | Rejection> => {
      const { transaction } = situation
      if (!awaitsOtp(transaction)) return { result: new Rejection('not_awaiting_otp'), changes: [] }
      const right = otpOf(transaction, { seed: maker.seed, key, reference: transaction.reference })
      return otp === right ? accept(situation) : refuse(situation, maker)
    })
    if (submitted === null) throw new Rejection('transaction_not_found')
    if (submitted instanceof Rejection) throw submitted
    return submitted
  }
}

function accept({ business, now, transaction }: SettleState): Decision<OtpAccepted> {
  const { id: transactionId, status } = transaction
  const accepted: Transaction = { ...transaction, status: 'PENDING', otpAcceptedAt: now, updatedAt: now }
  const changes: Change[] = [
    progressOf(accepted),
    ...(status === 'PENDING' ? [] : [moveTransaction(transaction, accepted)]),
    { change: 'jobs.cancel', transactionId, kinds: ['expire'] },
    record(transactionId, { kind: 'otp_accepted' }),
    promptSent(accepted),
    ...jobsFrom('otp', accepted),
  ]
  return { result: { transaction: accepted, settings: business.settings }, changes }
}

function refuse(situation: SettleState, maker: WebhookMaker): Decision<Rejection> {
  const { now, transaction } = situation
  const { id: transactionId, plan } = transaction
  const wrongOtps = transaction.wrongOtps + 1
  const left = Math.max(0, (plan.otp?.attempts ?? 0) - wrongOtps)
  const counted: Transaction = { ...transaction, wrongOtps, updatedAt: now }
  const changes: Change[] = [progressOf(counted), record(transactionId, { kind: 'otp_refused', attemptsLeft: left })]
  // D26: the last wrong one is answered like the others, and fails the transaction.
  if (left === 0) changes.push(...finish({ ...situation, transaction: counted }, otpFailed, maker).changes)
  return { result: new Rejection('invalid_otp', undefined, { hints: [hint(transaction, left)] }), changes }
}

const otpFailed = builtInResult('otp_failed')

function hint({ customer }: Transaction, left: number): string {
  const where = `GET /_sandbox/phones/${customer.accountNumber}/otp shows the right one`
  return left === 0 ? 'that was the last attempt: the transaction has failed' : `attempts left: ${left}; ${where}`
}
