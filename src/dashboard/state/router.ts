import { computed, signal } from '@preact/signals'
import { hashOf, type Route, routeOf } from './route.ts'

const hash = signal(location.hash)
addEventListener('hashchange', () => {
  hash.value = location.hash
})

export const route = computed(() => routeOf(hash.value))

/** The shown view and its item, without the business and the search. */
export const place = computed(() => `${route.value.view}/${route.value.argument ?? ''}`)

/** The address of a view, of an item in it, or of a search in it, for the shown business. */
export function linkTo(view: string, argument: string | null = null, search = ''): string {
  return hashOf({ view, argument, key: route.value.key, query: { search } })
}

/** The address of an item of a view, or of its list, with the filters of the shown address. */
export function linkWithin(view: string, argument: string | null = null): string {
  return hashOf({ ...route.value, view, argument })
}

export function go(address: string): void {
  location.hash = address
}

/** Changes the address without a step in the browser's history. */
export function replaceRoute(change: Partial<Route>): void {
  hash.value = hashOf({ ...route.value, ...change })
  history.replaceState(null, '', hash.value)
}

/** A filter of the shown view, which is in its address; empty if nothing is filtered. */
export function filterOf(name: string): { value: string } {
  return {
    get value() {
      return route.value.query[name] ?? ''
    },
    set value(text) {
      replaceRoute({ query: { ...route.value.query, [name]: text } })
    },
  }
}

/** The search of the shown view. A link may have it as the argument: `#/traffic/tx_1`. */
export const search = {
  get value() {
    return route.value.query.search ?? route.value.argument ?? ''
  },
  set value(text) {
    replaceRoute({ argument: null, query: { ...route.value.query, search: text } })
  },
}
