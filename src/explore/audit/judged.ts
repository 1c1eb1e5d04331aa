import type { TwoBooks } from '../../oracle/two-books.ts'

/** What was seen in a row, and what it says of the shop. */
export interface Judged {
  readonly seen: string
  /** Of a row that FAILED about money. */
  readonly books?: TwoBooks
  readonly verdict: 'ok' | 'FAILED' | 'unsteady' | `not checked (${string})`
}

export function ok(seen: string): Judged {
  return { seen, verdict: 'ok' }
}

export function failed(seen: string, books?: TwoBooks): Judged {
  return { seen, verdict: 'FAILED', ...(books && { books }) }
}

export function notChecked(why: string): Judged {
  return { seen: '', verdict: `not checked (${why})` }
}
