import { answered } from '../../domain/change.ts'
import { StorageFailure } from '../../domain/refused.ts'
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
