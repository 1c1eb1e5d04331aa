import { computed, type ReadonlySignal } from '@preact/signals'
import { never, useAnswer } from '../state/resource.ts'
import type { Transaction } from '../state/transaction.ts'

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
