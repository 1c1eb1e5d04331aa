import { computed, effect, signal } from '@preact/signals'
import type { AnswerOf } from '../../control/routes.ts'
import { type Client, createClient } from '../api/client.ts'
import { follow, type Live } from '../api/live.ts'
import { chooseBusiness } from './choose-business.ts'
import { replaceRoute, route } from './router.ts'
import { store, stored } from './storage.ts'

export type BusinessSummary = AnswerOf<'GET /_sandbox/businesses'>[number]

export interface Session {
  readonly client: Client
  readonly live: Live
}

export const businesses = signal<readonly BusinessSummary[]>([])
/** Null until a business is chosen. */
export const session = signal<Session | null>(null)
/** The key of the shown business; empty until one is chosen. */
export const businessKey = computed(() => session.value?.client.key ?? '')

/** Returns the session of the shown business. Each view has one: the shell waits for it, and mounts views again for another. */
export function useSession(): Session {
  if (session.value === null) throw new Error('A view was shown before a business was chosen')
  return session.value
}

/** Rejects with a `ControlFailure`. */
export async function loadBusinesses(): Promise<void> {
  businesses.value = await createClient('test_sandbox').call('GET /_sandbox/businesses')
}

/**
 * Opens the business in the address, or else the one that `chooseBusiness` returns. If no business has transactions and
 * the address names no view, the page shows how to start.
 */
export async function openBusiness(): Promise<void> {
  await loadBusinesses()
  const isEmpty = businesses.value.every(({ transactions }) => transactions === 0)
  if (isEmpty && route.value.view === '') replaceRoute({ view: 'start' })
  if (route.value.key === null) replaceRoute({ key: chooseBusiness(businesses.value, stored('business')) })
}

export function showBusiness(key: string): void {
  replaceRoute({ key, argument: null, query: {} })
}

effect(() => {
  const { key } = route.value
  if (key === null || session.peek()?.client.key === key) return
  session.peek()?.live.close()
  store('business', key)
  session.value = { client: createClient(key), live: follow(key) }
})
