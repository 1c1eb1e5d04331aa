import type { Kind } from './happening.ts'

/** Kinds that are steps of a transaction, but no entries of its timeline. */
const unlisted = ['answered', 'refused', 'prompt_answered', 'expired', 'undecided'] as const
export type ListedKind = Exclude<Kind, (typeof unlisted)[number]>

export function isListed<H extends { readonly kind: Kind }>(
  happening: H,
): happening is H & { readonly kind: ListedKind } {
  return !(unlisted as readonly Kind[]).includes(happening.kind)
}
