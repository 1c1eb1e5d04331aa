/** Where the page is: `#/transactions/tx_1?key=test_shop` is the view `transactions`, its argument and the business. */
export interface Route {
  /** The path of a view; empty for none. */
  readonly view: string
  /** What follows the view in the address, such as the id of a transaction. */
  readonly argument: string | null
  /** The business; null where the address names none. */
  readonly key: string | null
}

/** The route in the hash of an address. */
export function routeOf(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const [view = '', ...rest] = path.split('/')
  const argument = rest.join('/')
  return { view, argument: argument === '' ? null : decoded(argument), key: new URLSearchParams(query).get('key') }
}

/** The hash of a route. */
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
