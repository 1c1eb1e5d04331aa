import type { Match } from '../scenario.ts'
import type { SelectionFacts } from './match.ts'

/** A match rule and its place in the order in which rules are tried. */
export interface PlacedRule {
  readonly place: number
  readonly match: Match
}

/** Rules by three characters that a request must have for each of them. */
export interface TextIndex<Rule> {
  add(rule: Rule): void
  /** The first rule that passes, of those that can hold for these facts. */
  first(facts: SelectionFacts, passes: (rule: Rule) => boolean): Rule | undefined
}

/** Texts of this length are rare enough, and a longer text has few of them. */
const trigramLength = 3

/** An empty index. */
export function createTextIndex<Rule extends PlacedRule>(): TextIndex<Rule> {
  const byKey = new Map<TextKey, Map<string, Rule[]>>()
  /** Those that fix too little text to be looked up. */
  const others: Rule[] = []
  const isIndexed = (rule: Rule) =>
    textKeys.some((key) => {
      const globs = rule.match[key] ?? []
      const byTrigram = byKey.get(key) ?? new Map<string, Rule[]>()
      const fixed = globs.flatMap((glob) => rarestOf(trigramsOf(glob), byTrigram) ?? [])
      if (globs.length === 0 || fixed.length < globs.length) return false
      for (const trigram of fixed) {
        const rules = byTrigram.get(trigram) ?? []
        rules.push(rule)
        byTrigram.set(trigram, rules)
      }
      byKey.set(key, byTrigram)
      return true
    })
  return {
    add(rule) {
      if (!isIndexed(rule)) others.push(rule)
    },
    first(facts, passes) {
      const found: Rule[] = []
      // No lists in between: every request looks here.
      for (const [key, byTrigram] of byKey) {
        if (key !== 'accountNumber') look(facts[key], byTrigram, found)
        else for (const number of facts.accountNumbers) look(number, byTrigram, found)
      }
      const first = found.sort((one, other) => one.place - other.place).find(passes)
      const end = first?.place ?? Number.POSITIVE_INFINITY
      const other = others.find((rule) => rule.place > end || passes(rule))
      return other === undefined || other.place > end ? first : other
    },
  }
}

/** Keys of a match that hold texts, the ones that distinguish requests best first. */
const textKeys = ['reference', 'accountNumber', 'reason', 'network', 'currency'] as const
type TextKey = (typeof textKeys)[number]

/** The trigrams that every text has for which a glob holds. */
function trigramsOf(glob: string): readonly string[] {
  return glob.split(/[*?]+/).flatMap((text) => {
    const count = Math.max(0, text.length - trigramLength + 1)
    return Array.from({ length: count }, (_, from) => text.slice(from, from + trigramLength))
  })
}

/** The trigram that the fewest rules have already: the fewer, the fewer are looked at in vain. */
function rarestOf(trigrams: readonly string[], byTrigram: ReadonlyMap<string, readonly unknown[]>) {
  const countOf = (trigram: string) => byTrigram.get(trigram)?.length ?? 0
  const [rarest] = trigrams.toSorted((one, other) => countOf(one) - countOf(other))
  return rarest
}

function look<Rule>(text: string | null, byTrigram: ReadonlyMap<string, readonly Rule[]>, found: Rule[]): void {
  if (text === null) return
  for (let from = 0; from + trigramLength <= text.length; from++) {
    const here = byTrigram.get(text.slice(from, from + trigramLength))
    if (here) found.push(...here)
  }
}
