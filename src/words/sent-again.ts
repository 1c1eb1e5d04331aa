/** Returns the attempt that a replay made. A scheduled one may be under way beside it. */
export function sentAgain<A extends { readonly replay?: boolean | undefined }>(attempts: readonly A[]): A | undefined {
  return attempts.findLast(({ replay }) => replay) ?? attempts.at(-1)
}
