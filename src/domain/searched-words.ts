/** The words of a search, in lower case. A text is found by all of them, in any order. */
export function searchedWords(search: string): readonly string[] {
  return search.toLowerCase().split(/\s+/).filter(Boolean)
}
