/** The options of a menu: each has a value and its words. */
export function Options({ of }: { readonly of: Iterable<readonly [value: string, words: string]> }) {
  return [...of].map(([value, words]) => (
    <option key={value} value={value}>
      {words}
    </option>
  ))
}
