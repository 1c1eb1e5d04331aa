import { currencyCodes } from '../../catalogue/currencies.ts'
import type { Match } from '../scenario.ts'
import { amountRange } from './amount-range.ts'
import type { SelectionFacts } from './match.ts'

/** A match rule and its place in the order in which rules are tried. */
export interface PlacedRule {
  readonly place: number
  readonly match: Match
}

/** Rules by something that a request must have for each of them: its amount, or three characters of a text. */
export interface RuleIndex<Rule> {
  add(rule: Rule): void
  /** The first rule that passes, of those that can hold for these facts. */
  first(facts: SelectionFacts, passes: (rule: Rule) => boolean): Rule | undefined
}

/** An empty index. */
export function createRuleIndex<Rule extends PlacedRule>(): RuleIndex<Rule> {
  const byField = new Map<Field, Map<number, Rule[]>>()
  /** Those that fix too little to be looked up. */
  const others: Rule[] = []
  const isIndexed = (rule: Rule) =>
    fields.some((field) => {
      const byMark = byField.get(field) ?? new Map<number, Rule[]>()
      const marks = marksOf(rule.match, field, byMark)
      if (marks === null) return false
      for (const mark of marks) {
        const rules = byMark.get(mark) ?? []
        rules.push(rule)
        byMark.set(mark, rules)
      }
      byField.set(field, byMark)
      return true
    })
  return {
    add(rule) {
      if (!isIndexed(rule)) others.push(rule)
    },
    first(facts, passes) {
      const found: Rule[] = []
      // No lists in between: every request looks here.
      for (const [field, byMark] of byField) {
        if (field === 'amount') add(byMark.get(facts.amountMinor), found)
        else if (field !== 'accountNumber') look(facts[field], byMark, found)
        else for (const number of facts.accountNumbers) look(number, byMark, found)
      }
      const first = found.sort((one, other) => one.place - other.place).find(passes)
      const end = first?.place ?? Number.POSITIVE_INFINITY
      const other = others.find((rule) => rule.place > end || passes(rule))
      return other === undefined || other.place > end ? first : other
    },
  }
}

/** Keys of a match, the ones that distinguish requests best first. */
const fields = ['reference', 'accountNumber', 'amount', 'reason', 'network', 'currency'] as const
type Field = (typeof fields)[number]

/** Marks of which every request that a match holds for has one; null where the match fixes none. */
function marksOf(
  match: Match,
  field: Field,
  byMark: ReadonlyMap<number, readonly unknown[]>,
): readonly number[] | null {
  if (field === 'amount') return typeof match.amount === 'number' ? minorAmounts(match.amount) : null
  const globs = match[field] ?? []
  const fixed = globs.flatMap((glob) => rarestOf(trigramsOf(glob), byMark) ?? [])
  return globs.length === 0 || fixed.length < globs.length ? null : fixed
}

/** What an amount of major units is in minor units, in one currency or another. */
function minorAmounts(amount: number): readonly number[] {
  const ranges = currencyCodes.map((currency) => amountRange(amount, currency))
  return [...new Set(ranges.map(({ leastMinor }) => leastMinor))]
}

/** The trigrams that every text has for which a glob holds. */
function trigramsOf(glob: string): readonly number[] {
  return glob.split(/[*?]+/).flatMap(trigrams)
}

/**
 * All runs of three characters of a text, each as one number of 24 bits: characters that share their low byte share
 * trigrams, and only make a rule be looked at in vain. Three are rare enough, and a longer text has few of them.
 */
function trigrams(text: string): readonly number[] {
  let last = 0
  const all = Array.from({ length: text.length }, (_, at) => {
    last = trigramAt(text, at, last)
    return last
  })
  return all.slice(2)
}

/** The trigram that ends at a place, from the one before it. */
function trigramAt(text: string, at: number, before: number): number {
  return ((before << 8) | (text.charCodeAt(at) & 0xff)) & 0xffffff
}

/** The trigram that the fewest rules have already: the fewer, the fewer are looked at in vain. */
function rarestOf(trigrams: readonly number[], byMark: ReadonlyMap<number, readonly unknown[]>): number | undefined {
  const countOf = (trigram: number) => byMark.get(trigram)?.length ?? 0
  const [rarest] = trigrams.toSorted((one, other) => countOf(one) - countOf(other))
  return rarest
}

function look<Rule>(text: string | null, byMark: ReadonlyMap<number, readonly Rule[]>, found: Rule[]): void {
  if (text === null) return
  let trigram = 0
  for (let at = 0; at < text.length; at++) {
    trigram = trigramAt(text, at, trigram)
    if (at >= 2) add(byMark.get(trigram), found)
  }
}

function add<Rule>(rules: readonly Rule[] | undefined, found: Rule[]): void {
  if (rules) found.push(...rules)
}
