import type { CurrencyCode } from '../catalogue/currencies.ts'
import { isWithin, reachOf, sampleOf } from './reach.ts'
import { type IndexedRule, indexByText } from './rule-index.ts'

/** A match rule and what its story can happen to. */
export interface MatchRule extends IndexedRule {
  readonly currency: CurrencyCode | null
  /** False for a story that was not read in full: what it can happen to may be less, so it hides nothing. */
  readonly isWhole: boolean
}

/** A rule that can never win: whatever it matches, a rule before it matches too. */
export interface Shadowed<Rule> {
  readonly rule: Rule
  readonly by: Rule
  /** True when the two match the very same. */
  readonly isSame: boolean
}

/** How often two rules are held against each other; of a hostile number of rules the last are not told. */
const mostComparisons = 300_000

/** The rules, in the order in which they are tried, that others of them hide. */
export function shadowedRules<Rule extends MatchRule>(rules: readonly Rule[]): readonly Shadowed<Rule>[] {
  const reached = rules.map((rule, place) => {
    return { rule, place, flows: rule.flows, match: rule.match, reach: reachOf(rule.match, rule) }
  })
  const candidates = indexByText(reached.filter(({ rule }) => rule.isWhole))
  const found: Shadowed<Rule>[] = []
  let comparisons = 0
  for (const { rule, place, reach } of reached) {
    const sample = sampleOf(reach)
    if (sample === null) continue
    const others = candidates(sample)
    comparisons += others.length
    if (comparisons > mostComparisons) break
    const hiding = others.find(
      (other) => other.rule.place < place && other.matches(sample) && isWithin(reach, other.rule.reach),
    )
    if (hiding) found.push({ rule, by: hiding.rule.rule, isSame: isWithin(hiding.rule.reach, reach) })
  }
  return found
}
