import type { LiveEvent } from '../api/live-event.ts'
import { type Resource, useAnswer } from './resource.ts'
import type { Transaction } from './transaction.ts'

/** `parts`: what is shown of it, such as `record,timeline`; all by default. */
export function useTransaction(id: string, parts?: string): Resource<Transaction> {
  return useAnswer(isAbout(id), 'GET /_sandbox/transactions/{id}', { id, ...(parts && { parts }) })
}

export function isAbout(id: string | null) {
  return (event: LiveEvent) => event.kind === 'timeline' && event.entry.transactionId === id
}
