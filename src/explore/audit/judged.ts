/** What was seen in a row, and what it says of the shop. */
export interface Judged {
  readonly seen: string
  readonly verdict: 'ok' | 'FAILED' | 'unsteady' | `not checked (${string})`
}

export function ok(seen: string): Judged {
  return { seen, verdict: 'ok' }
}

export function failed(seen: string): Judged {
  return { seen, verdict: 'FAILED' }
}

export function notChecked(why: string): Judged {
  return { seen: '', verdict: `not checked (${why})` }
}
