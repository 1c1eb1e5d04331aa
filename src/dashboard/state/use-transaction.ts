import { type Resource, useResource } from './resource.ts'
import type { Transaction } from './transaction.ts'

/** A transaction, loaded again at each of its events. */
export function useTransaction(id: string): Resource<Transaction> {
  return useResource(
    (client) => client.call('GET /_sandbox/transactions/{id}', { id }),
    (event) => event.kind === 'timeline' && event.entry.transactionId === id,
    [id],
  )
}
