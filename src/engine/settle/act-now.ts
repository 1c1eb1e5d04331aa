import type { Act } from '../../domain/plan.ts'
import type { Transaction } from '../../domain/transaction.ts'
import type { Store } from '../../store/store.ts'
import type { WebhookMaker } from '../deliver/queue-webhook.ts'
import { act } from './settle.ts'

/**
 * Lets an act happen to a transaction now; `jobId` names the job that asked for it, which is done with it. Gives the
 * transaction as it is afterwards, or null where there is none.
 */
export type ActNow = (key: string, transactionId: string, what: Act, jobId?: number) => Promise<Transaction | null>

/** The one way that steps of a plan and people's actions change a transaction. */
export function createActNow(store: Store, maker: WebhookMaker): ActNow {
  return (key, transactionId, what, jobId) => {
    const done = jobId === undefined ? [] : [{ change: 'job.done', id: jobId } as const]
    const of = { transaction: transactionId, walletOf: transactionId }
    const needs = jobId === undefined ? of : { ...of, isJobThere: jobId }
    return store.perform(key, needs, ({ business, now, transaction, walletOf: wallet, ...state }) => {
      if (transaction === null || wallet === null) return { result: null, changes: done }
      // Something else of this turn cancelled the step after it was taken.
      if ('isJobThere' in state && state.isJobThere === false) return { result: transaction, changes: [] }
      const { result, changes } = act({ business, now, transaction, wallet }, what, maker)
      return { result, changes: [...done, ...changes] }
    })
  }
}
