import { probablyMeant } from '../../domain/did-you-mean.ts'

/** The names that files may use, as far as it is known. */
export interface KnownNames {
  readonly names: readonly string[]
  /** True for a name that nobody can have declared. */
  isUnknown(name: string): boolean
}

/** What hides names: the texts of files that are no YAML, and whether there are files without a text. */
export interface Unread {
  readonly texts: readonly string[]
  readonly isMore: boolean
}

/** These names, and those that unread files may declare. */
export function knownNames(names: readonly string[], { texts, isMore }: Unread): KnownNames {
  const known = new Set(names)
  const judged = new Map<string, boolean>()
  const judge = (name: string) =>
    !known.has(name) &&
    !texts.some((text) => mayDeclare(text, name)) &&
    // A file without a text may declare any name, but one like a known name is rather a slip.
    (!isMore || probablyMeant(name, names) !== null)
  return {
    names,
    isUnknown(name) {
      const isUnknown = judged.get(name) ?? judge(name)
      judged.set(name, isUnknown)
      return isUnknown
    },
  }
}

/** True for a text that has the name as a key. */
function mayDeclare(text: string, name: string): boolean {
  if (name === '') return false
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const isWhole = at === 0 || !/[\w.-]/.test(text[at - 1] ?? '')
    if (isWhole && /^["']?\s*:/.test(text.slice(at + name.length, at + name.length + longestGap))) return true
  }
  return false
}

/** So far behind its name a colon is looked for. */
const longestGap = 100
