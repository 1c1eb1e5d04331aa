import type { Business } from '../../domain/business.ts'
import type { Change, Decision } from '../../domain/change.ts'
import type { SandboxMs } from '../../domain/clock.ts'
import { feeMinor, toMajor } from '../../domain/money.ts'
import { awaitsOtp } from '../../domain/otp.ts'
import type { Act, Result, Step } from '../../domain/plan.ts'
import { builtInResult, expiryResult } from '../../domain/result.ts'
import { isFinal, isPayout, type Transaction } from '../../domain/transaction.ts'
import { moveTransaction } from '../../domain/transaction-moves.ts'
import { receiveTransfer } from '../../domain/transfer.ts'
import type { Wallet } from '../../domain/wallet.ts'
import { fitsWallet, walletMovement } from '../../domain/wallet-movement.ts'
import type { Store, TakenJob } from '../../store/store.ts'
import { queueWebhook, type WebhookMaker } from '../deliver/queue-webhook.ts'

/** A transaction at the moment something happens to it. */
export interface Moment {
  readonly business: Business
  readonly now: SandboxMs
  readonly transaction: Transaction
  /** The business's wallet in the transaction's currency. */
  readonly wallet: Wallet
}

/** Decides what an act does to a transaction; no changes when its state does not allow it any more. */
export function act(moment: Moment, what: Act, maker: WebhookMaker): Decision<Transaction> {
  const { transaction } = moment
  if (what.act === 'transfer') return transfer(moment, what, maker)
  if (isFinal(transaction.status)) return { result: transaction, changes: [] }
  if (what.act === 'expire') {
    // The job was taken in the very turn in which the OTP was accepted, so its cancellation came too late.
    if (what.what === 'otp' && !awaitsOtp(transaction)) return { result: transaction, changes: [] }
    return finish(moment, expiryResult(what.what), maker)
  }
  return finish(moment, what.result, maker)
}

function transfer(moment: Moment, what: Extract<Act, { act: 'transfer' }>, maker: WebhookMaker): Decision<Transaction> {
  const { transaction } = moment
  const { account, ...plan } = transaction.plan
  if (account === null)
    throw new Error(`Cannot pay into ${transaction.id}: scenario ${plan.scenario} gave it no account`)
  const effect = receiveTransfer(transaction, account, what.amountMinor)
  const facts = { amount: toMajor(what.amountMinor, transaction.currency), senderName: what.senderName }
  const received = (more: object): Change => ({
    change: 'event.append',
    transactionId: transaction.id,
    event: 'transfer_received',
    facts: { ...facts, ...more },
  })
  if (effect.effect === 'note') return { result: transaction, changes: [received({ note: effect.why })] }
  if (isFinal(transaction.status) && !fitsWallet(moment.wallet, effect.receivedMinor)) {
    return { result: transaction, changes: [received({ note: 'the wallet can hold no more' })] }
  }
  const { receivedMinor } = effect
  const paid = { ...transaction, receivedMinor, updatedAt: moment.now }
  if (effect.effect === 'hold') {
    const progress = progressOf(paid)
    return { result: paid, changes: [progress, received({ received: toMajor(receivedMinor, transaction.currency) })] }
  }
  const result = builtInResult(effect.effect === 'complete' ? 'approved' : 'invalid_amount')
  const settled = finish({ ...moment, transaction: paid }, result, maker, receivedMinor)
  return { result: settled.result, changes: [received({}), ...settled.changes] }
}

/** What changes in a transaction without its status. */
export function progressOf(transaction: Transaction): Change {
  const { id, receivedMinor, wrongOtps, otpAcceptedAt, statusQueries, updatedAt } = transaction
  return {
    change: 'transaction.progress',
    to: { id, receivedMinor, wrongOtps, otpAcceptedAt, statusQueries, updatedAt },
  }
}

/** The final status: fee charged only on success (D21), wallet credited (D22), webhook queued. */
export function finish(
  moment: Moment,
  wanted: Result,
  maker: WebhookMaker,
  amountMinor = moment.transaction.amountMinor,
): Decision<Transaction> {
  const { business, now, transaction } = moment
  const isOut = isPayout(transaction.flow)
  // A payout's fee was taken at creation (D22); a collection's follows the sum that was received (D30).
  const fee = isOut ? transaction.feeMinor : feeMinor(amountMinor, transaction.feePercent)
  // A wallet cannot hold more than is exact (D10, cannot_process): what does not fit any more fails at the service.
  const isOverfull = wanted.code === '0000' && !isOut && !fitsWallet(moment.wallet, amountMinor)
  const result = isOverfull ? builtInResult('service_error') : wanted
  const completed = result.code === '0000'
  const settled: Transaction = {
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
      ...move(transaction, settled),
      // A webhook of another final status waits for status queries of its own (D30).
      ...(transaction.statusQueries === 0 ? [] : [progressOf(settled)]),
      ...walletMovement(moment, settled),
      ...queueWebhook(settled, business, now, maker),
    ],
  }
}

function move(from: Transaction, to: Transaction): Change[] {
  const { id, status, result } = to
  return [
    moveTransaction(from, to),
    { change: 'jobs.cancel', transactionId: id, kinds: ['settle', 'expire'] },
    { change: 'event.append', transactionId: id, event: 'settled', facts: { status, result: result?.name ?? null } },
  ]
}

/**
 * Lets an act happen to a transaction now; a job that asks for it is done with it, where it is due. Gives the
 * transaction as it is afterwards, or null where there is none.
 */
export type ActNow = (key: string, transactionId: string, what: Act, job?: TakenJob) => Promise<Transaction | null>

/** The one way that steps of a plan and people's actions change a transaction. */
export function createActNow(store: Store, maker: WebhookMaker): ActNow {
  return (key, transactionId, what, job) => {
    const done = job === undefined ? [] : [{ change: 'job.done', job: job.job } as const]
    const needs = { transaction: transactionId, walletOf: transactionId, isJobDue: job ?? null }
    return store.perform(key, needs, ({ business, now, transaction, walletOf: wallet, isJobDue }) => {
      // Something else of this turn cancelled the step after it was taken, or comes before it.
      if (!isJobDue) return { result: transaction, changes: [] }
      if (transaction === null || wallet === null) return { result: null, changes: done }
      const decision = act({ business, now, transaction, wallet }, what, maker)
      // What settles a transaction cancels all steps to its end, this one too.
      const isCancelled = decision.changes.some((one) => one.change === 'jobs.cancel' && one.kinds.includes(what.act))
      return isCancelled ? decision : { result: decision.result, changes: [...done, ...decision.changes] }
    })
  }
}

/** The jobs of those steps of a plan that count from a moment: the creation, or the acceptance of the OTP. */
export function jobsFrom(from: Step['from'], transaction: Transaction, steps: readonly Step[]): Change[] {
  const { id: transactionId, createdAt, otpAcceptedAt } = transaction
  const since = from === 'otp' ? otpAcceptedAt : createdAt
  if (since === null) throw new Error(`Cannot go on with ${transactionId}: its OTP was not accepted`)
  // Every create call passes here: these take a fifth of the time of one flatMap (measured).
  return steps
    .filter((step) => step.from === from)
    .map(({ afterMs, act }) => ({
      change: 'job.add',
      dueAt: since + afterMs,
      work: { kind: 'act', transactionId, act },
    }))
}

/** The customer's phone shows the network's prompt, which asks for the PIN. */
export function promptSent({ id: transactionId, customer: { accountNumber } }: Transaction): Change {
  return { change: 'event.append', transactionId, event: 'prompt_sent', facts: { accountNumber } }
}

/** The customer's phone gets an SMS with the one-time password (D26). */
export function otpSent({ id: transactionId, customer: { accountNumber } }: Transaction): Change {
  return { change: 'event.append', transactionId, event: 'otp_sent', facts: { accountNumber } }
}
