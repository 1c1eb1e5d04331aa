/** Returns a test for texts that have every word of a search, in any order and case. */
export function matching(search: string): (...searched: readonly unknown[]) => boolean {
  const isIn = matchingText(search)
  return (...searched) => isIn(searched.join('\n').toLowerCase())
}

/** As `matching`, for a text in lower case. */
export function matchingText(search: string): (text: string) => boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return (text) => words.every((word) => text.includes(word))
}
