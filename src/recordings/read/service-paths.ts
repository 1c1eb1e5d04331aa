import { definitionOf, type Flow, flows } from '../../catalogue/flows.ts'

/** What a call asks of the service. */
export type Question =
  | { readonly is: 'create'; readonly flow: Flow }
  | { readonly is: 'query'; readonly id: string }
  | { readonly is: 'otp' | 'balance' | 'rates' | 'account' | 'unknown' }

export const otpPath = '/collections/otp'
const reads = { '/balance': 'balance', '/rates': 'rates', '/accountquery': 'account' } as const

const postPaths: readonly string[] = [...flows.map((flow) => definitionOf(flow).path), otpPath]
const readPaths: readonly string[] = Object.keys(reads)
const queryPath = /^\/payments\/([^/]+)$/

/** Returns what a call to a path below the base URL asks. */
export function questionOf(method: string, path: string): Question {
  const flow = flows.find((each) => definitionOf(each).path === path)
  if (method === 'POST' && flow !== undefined) return { is: 'create', flow }
  if (method === 'POST' && path === otpPath) return { is: 'otp' }
  const id = method === 'GET' ? queryPath.exec(path)?.[1] : undefined
  if (id !== undefined) return { is: 'query', id }
  const read = method === 'GET' ? Object.entries(reads).find(([known]) => known === path)?.[1] : undefined
  return { is: read ?? 'unknown' }
}

/** Returns what is before a path of the service in the path of an address, null if it has none; `isPost` if it is one to post to. */
export function baseIn(pathname: string): { readonly base: string | null; readonly isPost: boolean } {
  const post = postPaths.find((path) => pathname.endsWith(path))
  const read = readPaths.find((path) => pathname.endsWith(path)) ?? /\/payments\/[^/]+$/.exec(pathname)?.[0]
  const path = post ?? read
  return { base: path === undefined ? null : pathname.slice(0, -path.length), isPost: post !== undefined }
}

/** True for a path of the service, with any method. */
export function isServicePath(path: string): boolean {
  return [...postPaths, ...readPaths].includes(path) || queryPath.test(path)
}

/** True for a name that someone chose, not for an id, a number or a key: `order_id`, `v2`. */
export function isWord(text: string): boolean {
  return /^[A-Za-z][A-Za-z._-]*\d{0,2}$/.test(text) && text.length <= 40 && !/(?:test|live)_/.test(text)
}

/** Returns a path with `:id` in place of what is not a word. */
export function wordsOfPath(path: string): string {
  return path
    .split('/')
    .map((segment) => (segment === '' || isWord(segment) ? segment : ':id'))
    .join('/')
}
