import type { Owner } from '../../words/errors/of-calls.ts'

/** The ways to end a sandbox: by a call, or only by the program that it belongs to. */
export type Ending = { readonly by: 'call'; readonly end: () => void } | { readonly by: Owner }
