import { computed, type ReadonlySignal } from '@preact/signals'
import type { LiveEvent } from '../api/live-event.ts'
import { never, type Resource, useAnswer } from './resource.ts'
import type { Transaction } from './transaction.ts'

/** `parts`: what is shown of it, such as `record,steps`; all by default. */
export function useTransaction(id: string, parts?: string): Resource<Transaction> {
  return useAnswer(isAbout(id), 'GET /_sandbox/transactions/{id}', { id, ...(parts && { parts }) })
}

export function isAbout(id: string | null) {
  return (event: LiveEvent) => event.kind === 'timeline' && event.entry.transactionId === id
}

export function useCalls(id: string) {
  const isAbout = (event: LiveEvent) => event.kind === 'request' && event.call.transactionId === id
  return useAnswer(isAbout, 'GET /_sandbox/requests', { transactionId: id, limit: 50 })
}

/**
 * The scenario of a transaction as a file for its reference alone; null until it is loaded. It is there before the click that
 * copies it: browsers let a page copy only in the click itself.
 */
export function usePlayedScenario({
  scenario,
  reference_business: reference,
}: Transaction): ReadonlySignal<string | null> {
  const { loaded } = useAnswer(never, 'GET /_sandbox/scenarios/{name}', { name: scenario.name, reference })
  return computed(() => (loaded.value.state === 'ready' ? loaded.value.value.yaml : null))
}
