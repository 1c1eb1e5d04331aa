import type { ErrorFacts } from '../../domain/error-facts.ts'

/** What ends a sandbox: a call, or only the program that it belongs to. */
export type Ending = { readonly by: 'call'; readonly end: () => void } | { readonly by: Owner }

export type Owner = ErrorFacts<'owned'>['by']
