/** What the page shows. `#/transactions/tx_1?key=test_shop` has a view, its argument and the key of the business. */
export interface Route {
  /** The path of a view, or empty. */
  readonly view: string
  /** Such as the id of a transaction. */
  readonly argument: string | null
  readonly key: string | null
  /** The search of the list, or empty. */
  readonly search?: string
}

export function routeOf(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const [view = '', ...rest] = path.split('/')
  const argument = rest.join('/')
  const named = new URLSearchParams(query)
  const search = named.get('search') ?? ''
  const shown = { view, argument: argument === '' ? null : decoded(argument), key: named.get('key') }
  return search === '' ? shown : { ...shown, search }
}

export function hashOf({ view, argument, key, search = '' }: Route): string {
  const path = argument === null ? view : `${view}/${encodeURIComponent(argument)}`
  const query = new URLSearchParams({ ...(key === null ? {} : { key }), ...(search === '' ? {} : { search }) })
  return query.size === 0 ? `#/${path}` : `#/${path}?${query}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
