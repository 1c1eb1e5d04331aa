import { nextTurn } from '../../time.ts'
import { createRuleIndex, type PlacedRule } from '../select/rule-index.ts'
import { isWithin, type MatchRule, type MatchScope, matchScope, sampleOf } from './match-scope.ts'

/** A rule that can never win: whatever it matches, a rule before it matches too. */
export interface Shadowed<Rule> {
  readonly rule: Rule
  readonly by: Rule
  /** True when the two match the very same. */
  readonly isSame: boolean
}

/** How often two rules are compared; of a hostile number of rules the last are not compared. */
const mostComparisons = 300_000

/** How many rules are compared with those before them until other work has its turn. */
const rulesAtOnce = 50

/** The rules, in the order in which they are tried, that others of them hide. */
export async function shadowedRules<Rule extends MatchRule>(
  rules: readonly Rule[],
): Promise<readonly Shadowed<Rule>[]> {
  const found: Shadowed<Rule>[] = []
  const before = createRuleIndex<PlacedRule & { readonly rule: Rule; readonly scope: MatchScope }>()
  let comparisons = 0
  for (const [place, rule] of rules.entries()) {
    if (place % rulesAtOnce === 0) await nextTurn()
    const scope = matchScope(rule)
    const sample = sampleOf(scope)
    if (sample === null) continue
    const hiding = before.first(sample, (other) => ++comparisons > mostComparisons || isWithin(scope, other.scope))
    if (comparisons > mostComparisons) return found
    if (hiding) found.push({ rule, by: hiding.rule, isSame: isWithin(hiding.scope, scope) })
    before.add({ place, rule, match: rule.match, scope })
  }
  return found
}
