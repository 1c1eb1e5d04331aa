import type { LiveEvent } from '../api/live-event.ts'
import { type Resource, useAnswer } from './resource.ts'
import type { Transaction } from './transaction.ts'

export function useTransaction(id: string): Resource<Transaction> {
  return useAnswer(isAbout(id), 'GET /_sandbox/transactions/{id}', { id })
}

export function isAbout(id: string | null) {
  return (event: LiveEvent) => event.kind === 'timeline' && event.entry.transactionId === id
}
