import { type Resource, useResource } from './resource.ts'
import type { Transaction } from './transaction.ts'

/** One transaction with all that happens to it, loaded again whenever something does. */
export function useTransaction(id: string): Resource<Transaction> {
  return useResource(
    (client) => client.call('GET /_sandbox/transactions/{id}', { id }),
    (event) => event.kind === 'timeline' && event.entry.transactionId === id,
    [id],
  )
}
