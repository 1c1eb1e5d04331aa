import type { Business } from '../../domain/business.ts'
import { type Change, type Decision, record } from '../../domain/change.ts'
import type { SandboxMs } from '../../domain/clock.ts'
import type { Cause, HappeningOf } from '../../domain/happening.ts'
import { feeMinor, toMajor } from '../../domain/money.ts'
import { moveTransaction } from '../../domain/moves.ts'
import { promptAnswer } from '../../domain/phone-screen.ts'
import type { Act, Result, Step } from '../../domain/plan.ts'
import { builtInResult, expiryResult } from '../../domain/result.ts'
import { type FinalStatus, isFinal, isPayout, type Transaction } from '../../domain/transaction.ts'
import { receiveTransfer } from '../../domain/transfer.ts'
import type { Wallet } from '../../domain/wallet.ts'
import { fitsWallet, walletMovement } from '../../domain/wallet-movement.ts'
import type { Store } from '../../store/store.ts'
import { queueWebhook, type WebhookMaker } from '../deliver/queue-webhook.ts'

export interface SettleState {
  readonly business: Business
  readonly now: SandboxMs
  readonly transaction: Transaction
  readonly wallet: Wallet
  readonly cause: Cause
}

interface About {
  readonly key: string
  readonly transactionId: string
  readonly cause: Cause
}

/** Decides about a transaction as it is now. Returns null if it does not exist. */
export function decideOn<R>(
  store: Store,
  { key, transactionId, cause }: About,
  decide: (situation: SettleState) => Decision<R>,
): Promise<R | null> {
  const needs = { transaction: transactionId, walletOf: transactionId }
  return store.perform(key, needs, ({ business, now, transaction, walletOf: wallet }): Decision<R | null> => {
    if (transaction === null || wallet === null) return { result: null, changes: [] }
    return decide({ business, now, transaction, wallet, cause })
  })
}

export function act(situation: SettleState, what: Act, maker: WebhookMaker): Decision<Transaction> {
  const { transaction } = situation
  if (what.act === 'transfer') return transfer(situation, what, maker)
  if (isFinal(transaction.status)) return { result: transaction, changes: [] }
  if (what.act === 'settle') return finish(situation, what.result, maker)
  const expired = record(transaction.id, { kind: 'expired', what: what.what, cause: situation.cause })
  const { result, changes } = finish(situation, expiryResult(what.what), maker)
  return { result, changes: [expired, ...changes] }
}

function transfer(
  situation: SettleState,
  what: Extract<Act, { act: 'transfer' }>,
  maker: WebhookMaker,
): Decision<Transaction> {
  const { transaction } = situation
  const { account, ...plan } = transaction.plan
  if (account === null)
    throw new Error(`Cannot pay into ${transaction.id}: scenario ${plan.scenario} gave it no account`)
  const effect = receiveTransfer(transaction, account, what.amountMinor)
  const facts = { amount: toMajor(what.amountMinor, transaction.currency), senderName: what.senderName }
  const received = (more: Pick<HappeningOf<'transfer_received'>, 'note' | 'received'>) =>
    record(transaction.id, { kind: 'transfer_received', ...facts, ...more, cause: situation.cause })
  if (effect.effect === 'note') return { result: transaction, changes: [received({ note: effect.why })] }
  if (isFinal(transaction.status) && !fitsWallet(situation.wallet, effect.receivedMinor)) {
    return { result: transaction, changes: [received({ note: 'wallet_full' })] }
  }
  const { receivedMinor } = effect
  const paid = { ...transaction, receivedMinor, updatedAt: situation.now }
  if (effect.effect === 'hold') {
    const progress = progressOf(paid)
    return { result: paid, changes: [progress, received({ received: toMajor(receivedMinor, transaction.currency) })] }
  }
  const result = builtInResult(effect.effect === 'complete' ? 'approved' : 'invalid_amount')
  const settled = finish({ ...situation, transaction: paid }, result, maker, receivedMinor)
  return { result: settled.result, changes: [received({}), ...settled.changes] }
}

export function progressOf(transaction: Transaction): Change {
  const { id, receivedMinor, wrongOtps, otpAcceptedAt, statusQueries, updatedAt } = transaction
  return {
    change: 'transaction.progress',
    to: { id, receivedMinor, wrongOtps, otpAcceptedAt, statusQueries, updatedAt },
  }
}

type Settled = Transaction & { readonly status: FinalStatus; readonly result: Result }

/** Sets the final status: charges the fee on success only (D21), moves the wallet (D22), queues the webhook. */
export function finish(
  situation: SettleState,
  wanted: Result,
  maker: WebhookMaker,
  amountMinor = situation.transaction.amountMinor,
): Decision<Transaction> {
  const { business, now, transaction, cause } = situation
  const isOut = isPayout(transaction.flow)
  // A payout's fee was taken at creation (D22); a collection's follows the sum that was received (D30).
  const fee = isOut ? transaction.feeMinor : feeMinor(amountMinor, transaction.feePercent)
  // A wallet holds only sums that are exact (D10, cannot_process). A sum that does not fit fails at the service.
  const isOverfull = wanted.code === '0000' && !isOut && !fitsWallet(situation.wallet, amountMinor)
  const result = isOverfull ? builtInResult('service_error') : wanted
  const completed = result.code === '0000'
  const settled: Settled = {
    ...transaction,
    status: completed ? 'COMPLETED' : 'FAILED',
    amountMinor: completed ? amountMinor : transaction.amountMinor,
    feeMinor: completed ? fee : 0,
    statusQueries: 0,
    result,
    updatedAt: now,
  }
  return {
    result: settled,
    changes: [
      ...move(transaction, settled, cause),
      // A webhook of another final status waits for status queries of its own (D30).
      ...(transaction.statusQueries === 0 ? [] : [progressOf(settled)]),
      ...walletMovement(situation, settled),
      ...queueWebhook(settled, business, now, maker),
    ],
  }
}

function move(from: Transaction, to: Settled, cause: Cause): Change[] {
  const { id, status, result } = to
  const answer = cause.by === 'step' ? promptAnswer(from.flow, result) : null
  return [
    moveTransaction(from, to),
    { change: 'jobs.cancel', transactionId: id, kinds: ['settle', 'expire'] },
    ...(answer === null ? [] : [record(id, { kind: 'prompt_answered', answer, cause })]),
    record(id, { kind: 'settled', status, result: result.name, cause }),
  ]
}

/** The jobs of the steps that count from the creation or from the OTP; the first `done` steps are over. */
export function jobsFrom(from: Step['from'], transaction: Transaction, done = 0): Change[] {
  const { id: transactionId, createdAt, otpAcceptedAt, plan } = transaction
  const since = from === 'otp' ? otpAcceptedAt : createdAt
  if (since === null) throw new Error(`Cannot go on with ${transactionId}: its OTP was not accepted`)
  return plan.steps.flatMap(({ from: start, afterMs, act }, step): Change[] => {
    if (start !== from || step < done) return []
    return [{ change: 'job.add', dueAt: since + afterMs, work: { kind: 'act', transactionId, step, act } }]
  })
}

export function promptSent({ id, customer: { accountNumber } }: Transaction): Change {
  return record(id, { kind: 'prompt_sent', accountNumber })
}

/** The customer's phone gets an SMS with the one-time password (D26). */
export function otpSent({ id, customer: { accountNumber } }: Transaction): Change {
  return record(id, { kind: 'otp_sent', accountNumber })
}
