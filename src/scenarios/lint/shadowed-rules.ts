import type { CurrencyCode } from '../../catalogue/currencies.ts'
import { nextTurn } from '../../time.ts'
import { type Candidate, type IndexedRule, indexByText } from '../select/rule-index.ts'
import { isWithin, type MatchScope, matchScope, sampleOf } from './match-scope.ts'

/** A match rule and what its scenario can happen to. */
export interface MatchRule extends IndexedRule {
  readonly currency: CurrencyCode | null
}

/** A rule that can never win: whatever it matches, a rule before it matches too. */
export interface Shadowed<Rule> {
  readonly rule: Rule
  readonly by: Rule
  /** True when the two match the very same. */
  readonly isSame: boolean
}

/** How often two rules are compared; of a hostile number of rules the last are not compared. */
const mostComparisons = 300_000

/** How many rules are made ready, and how often two are compared, before other work has its turn. */
const rulesAtOnce = 250
const comparisonsAtOnce = 20_000

/** The rules, in the order in which they are tried, that others of them hide. */
export async function shadowedRules<Rule extends MatchRule>(
  rules: readonly Rule[],
): Promise<readonly Shadowed<Rule>[]> {
  const found: Shadowed<Rule>[] = []
  const before: ((sample: Sample) => readonly Candidate<ScopedRule<Rule>>[])[] = []
  let comparisons = 0
  let sinceTurn = 0
  for (let start = 0; start < rules.length; start += rulesAtOnce) {
    await nextTurn()
    const group = rules.slice(start, start + rulesAtOnce).map((rule, index) => scoped(rule, start + index))
    before.push(indexByText(group))
    for (const each of group) {
      const sample = sampleOf(each.scope)
      if (sample === null) continue
      for (const candidates of before) {
        const others = candidates(sample)
        sinceTurn += others.length
        comparisons += others.length
        const hiding = others.find((other) => hides(other, each, sample))
        if (!hiding) continue
        found.push({ rule: each.rule, by: hiding.rule.rule, isSame: isWithin(hiding.rule.scope, each.scope) })
        break
      }
      if (comparisons > mostComparisons) return found
      if (sinceTurn < comparisonsAtOnce) continue
      sinceTurn = 0
      await nextTurn()
    }
  }
  return found
}

type Sample = NonNullable<ReturnType<typeof sampleOf>>

interface ScopedRule<Rule> extends IndexedRule {
  readonly rule: Rule
  readonly place: number
  readonly scope: MatchScope
}

function scoped<Rule extends MatchRule>(rule: Rule, place: number): ScopedRule<Rule> {
  return { rule, place, flows: rule.flows, match: rule.match, scope: matchScope(rule.match, rule) }
}

function hides<Rule>(
  { rule, matches }: Candidate<ScopedRule<Rule>>,
  hidden: ScopedRule<Rule>,
  sample: Sample,
): boolean {
  return rule.place < hidden.place && matches(sample) && isWithin(hidden.scope, rule.scope)
}
