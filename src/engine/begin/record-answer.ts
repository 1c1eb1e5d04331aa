import { type Change, record } from '../../domain/change.ts'
import { type Plan, replyWaitMs } from '../../domain/plan.ts'
import { StorageFailure } from '../../domain/storage-failure.ts'
import type { Transaction } from '../../domain/transaction.ts'
import type { Store } from '../../store/store.ts'

/** Records that the reply to a create call leaves now, or that its caller has gone away meanwhile. */
export type RecordAnswer = (isCallerGone: boolean) => Promise<void>

interface Asked {
  readonly transaction: Transaction
  /** The business's when the transaction was stored: after a reset its id can be another's. */
  readonly epoch: number
}

export function answerRecorder(store: Store, key: string, { transaction, epoch }: Asked): RecordAnswer {
  return async (isCallerGone) => {
    const recorded = store.perform(key, { transaction: transaction.id }, ({ transaction: stored, business }) => {
      const isThere = stored !== null && business.epoch === epoch
      return { result: undefined, changes: isThere ? [answered(transaction, isCallerGone)] : [] }
    })
    // D42: on a full disk the reply leaves without a record.
    await recorded.catch((cause) => {
      if (!(cause instanceof StorageFailure)) throw cause
    })
  }
}

export function answered({ id, plan: { reply } }: Transaction, isCallerGone = false): Change {
  return record(id, { kind: 'answered', ...reply, ...(isCallerGone ? { fault: 'caller-gone' } : {}) })
}

/** True if the reply leaves with the transaction's own commit. */
export function isAnsweredAtOnce(plan: Plan): boolean {
  return !isBeforeReply(plan) && replyWaitMs(plan.reply) === 0
}

export function isBeforeReply({ webhook }: Plan): boolean {
  return webhook.faults?.trigger === 'before-reply'
}
