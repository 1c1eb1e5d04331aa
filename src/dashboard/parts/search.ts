/** Returns a test for texts that have every word of a search, in any order and case. */
export function matching(search: string): (...searched: readonly unknown[]) => boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return (...searched) => {
    const text = searched.join('\n').toLowerCase()
    return words.every((word) => text.includes(word))
  }
}
