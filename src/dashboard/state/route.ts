/** What the page shows. `#/transactions/tx_1?key=test_shop` has a view, its argument and the key of the business. */
export interface Route {
  /** The path of a view, or empty. */
  readonly view: string
  /** Such as the id of a transaction. */
  readonly argument: string | null
  readonly key: string | null
}

export function routeOf(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const [view = '', ...rest] = path.split('/')
  const argument = rest.join('/')
  return { view, argument: argument === '' ? null : decoded(argument), key: new URLSearchParams(query).get('key') }
}

export function hashOf({ view, argument, key }: Route): string {
  const path = argument === null ? view : `${view}/${encodeURIComponent(argument)}`
  return key === null ? `#/${path}` : `#/${path}?${new URLSearchParams({ key })}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
