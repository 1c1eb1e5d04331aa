import { computed, effect, signal } from '@preact/signals'
import type { AnswerOf } from '../../control/routes.ts'
import { type Client, createClient } from '../api/client.ts'
import { follow, type Live } from '../api/live.ts'
import { chooseBusiness } from './choose-business.ts'
import { replaceRoute, route } from './router.ts'
import { store, stored } from './storage.ts'

/** A business in the list of all. */
export type BusinessSummary = AnswerOf<'GET /_sandbox/businesses'>[number]

/** The business that is shown: its calls and what happens to it. */
export interface Session {
  readonly client: Client
  readonly live: Live
}

/** All businesses that were written to. */
export const businesses = signal<readonly BusinessSummary[]>([])
/** The session of the business that is shown; null until one is chosen. */
export const session = signal<Session | null>(null)
/** The key of the business that is shown. */
export const businessKey = computed(() => session.value?.client.key ?? '')

/** Asks for the businesses anew; rejects with a `ControlFailure`. */
export async function loadBusinesses(): Promise<void> {
  businesses.value = await createClient('test_sandbox').call('GET /_sandbox/businesses')
}

/**
 * Opens the business that the address names, or the one that was shown last, or one where something happens. Where
 * nothing has happened in any, and the address names no view, the page shows how to start.
 */
export async function openBusiness(): Promise<void> {
  await loadBusinesses()
  const isEmpty = businesses.value.every(({ transactions }) => transactions === 0)
  if (isEmpty && route.value.view === '') replaceRoute({ view: 'start' })
  if (route.value.key === null) replaceRoute({ key: chooseBusiness(businesses.value, stored('business')) })
}

/** Shows another business. */
export function showBusiness(key: string): void {
  replaceRoute({ key, argument: null })
}

effect(() => {
  const { key } = route.value
  if (key === null || session.peek()?.client.key === key) return
  session.peek()?.live.close()
  store('business', key)
  session.value = { client: createClient(key), live: follow(key) }
})
