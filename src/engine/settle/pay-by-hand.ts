import type { Act } from '../../domain/plan.ts'
import type { Transaction } from '../../domain/transaction.ts'
import type { Store } from '../../store/store.ts'
import type { WebhookMaker } from '../deliver/queue-webhook.ts'
import { act } from './settle.ts'

/** Pays into a virtual account now. Returns its transaction as it is afterwards, or null if it does not exist. */
export type PayByHand = (
  key: string,
  transactionId: string,
  transfer: Extract<Act, { act: 'transfer' }>,
) => Promise<Transaction | null>

export function createPayByHand(store: Store, maker: WebhookMaker): PayByHand {
  return (key, id, transfer) =>
    store.perform(key, { transaction: id, walletOf: id }, ({ business, now, transaction, walletOf: wallet }) => {
      if (transaction === null || wallet === null) return { result: null, changes: [] }
      return act({ business, now, transaction, wallet, cause: { by: 'transfer' } }, transfer, maker)
    })
}
