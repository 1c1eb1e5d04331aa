import { computed, signal } from '@preact/signals'
import { hashOf, type Route, routeOf } from './route.ts'

const hash = signal(location.hash)
addEventListener('hashchange', () => {
  hash.value = location.hash
})

/** Where the page is. */
export const route = computed(() => routeOf(hash.value))

/** The address of a view, or of something in it, for the business that is shown. */
export function linkTo(view: string, argument: string | null = null): string {
  return hashOf({ view, argument, key: route.value.key })
}

/** Goes to a view. */
export function go(view: string, argument: string | null = null): void {
  location.hash = linkTo(view, argument)
}

/** Changes what the address says without a step in the browser's history. */
export function replaceRoute(change: Partial<Route>): void {
  history.replaceState(null, '', hashOf({ ...route.value, ...change }))
  hash.value = location.hash
}
