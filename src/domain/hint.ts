/** What helps next: a call of the sandbox's own API, and the words of the command that does the same, or its option. */
export interface NextStep {
  readonly call: string
  readonly command: readonly string[]
}

/** A text, or its parts if steps are in it: each client words a step in its own way. */
export type Hint = string | readonly (string | NextStep)[]

/** The hint for callers of the API. */
export function hintText(hint: Hint): string {
  if (typeof hint === 'string') return hint
  return hint.map((part) => (typeof part === 'string' ? part : part.call)).join('')
}
