/** What the page shows. `#/traffic/tx_1?key=test_shop&show=refused` has a view, its argument, the key of the business and a query. */
export interface Route {
  /** The path of a view, or empty. */
  readonly view: string
  /** Such as the id of a transaction. */
  readonly argument: string | null
  readonly key: string | null
  /** The search and the filters of the view. */
  readonly query: Readonly<Record<string, string>>
}

export function routeOf(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?')
  const [view = '', ...rest] = path.split('/')
  const argument = rest.join('/')
  const { key = null, ...query } = Object.fromEntries(new URLSearchParams(search))
  return { view, argument: argument === '' ? null : decoded(argument), key, query }
}

export function hashOf({ view, argument, key, query }: Route): string {
  const path = argument === null ? view : `${view}/${encodeURIComponent(argument)}`
  const named = Object.entries({ key: key ?? '', ...query }).filter(([, text]) => text !== '')
  return named.length === 0 ? `#/${path}` : `#/${path}?${new URLSearchParams(named)}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
