import type { Flow } from '../../domain/transaction.ts'
import { flows } from '../../domain/transaction.ts'
import type { Match, Scenario } from '../scenario.ts'
import { compileMatch, type SelectionFacts } from './match.ts'
import { createTextIndex, type Places, textKeys } from './text-index.ts'

/** The first scenario, in the order of the files, whose match holds; null when none does. */
export type FindRule = (facts: SelectionFacts) => Scenario | null

/**
 * Finds rules without trying each: most want a text at an end or in the middle of another, and are looked up by what the
 * request has there. A request against a thousand rules costs little more than one against one.
 */
export function indexRules(
  scenarios: readonly Scenario[],
  fits: (scenario: Scenario, facts: SelectionFacts) => boolean,
): FindRule {
  const rules = scenarios.flatMap((scenario) =>
    scenario.match === null ? [] : [{ scenario, flows: scenario.flows, match: scenario.match }],
  )
  const byFlow = indexByFlow(rules)
  return (facts) => {
    const index = byFlow.get(facts.flow)
    if (index === undefined) return null
    const matches = (place: number) => {
      const candidate = index.rules[place]
      return candidate?.matches(facts) === true && fits(candidate.rule.scenario, facts)
    }
    const place = firstIn(index.find(facts), matches)
    return place === null ? null : (index.rules[place]?.rule.scenario ?? null)
  }
}

/** What a rule is looked up by. */
export interface IndexedRule {
  readonly flows: readonly Flow[]
  readonly match: Match
}

/** A rule that may hold, and the test whether it does. */
export interface Candidate<Rule> {
  readonly rule: Rule
  readonly matches: (facts: SelectionFacts) => boolean
}

/** Gives those rules, in their order, that the index cannot rule out. */
export function indexByText<Rule extends IndexedRule>(
  rules: readonly Rule[],
): (facts: SelectionFacts) => readonly Candidate<Rule>[] {
  const byFlow = indexByFlow(rules)
  return (facts) => {
    const index = byFlow.get(facts.flow)
    if (index === undefined) return []
    const places = new Set(index.find(facts).flat())
    return [...places].sort((one, other) => one - other).flatMap((place) => index.rules[place] ?? [])
  }
}

/** The rules of one flow, and the places of those that may hold. */
interface FlowIndex<Rule> {
  readonly rules: readonly Candidate<Rule>[]
  readonly find: (facts: SelectionFacts) => readonly Places[]
}

function indexByFlow<Rule extends IndexedRule>(rules: readonly Rule[]): ReadonlyMap<Flow, FlowIndex<Rule>> {
  const candidates = rules.map((rule) => ({ rule, matches: compileMatch(rule.match) }))
  return new Map(flows.map((flow) => [flow, indexOfFlow(candidates, flow)]))
}

function indexOfFlow<Rule extends IndexedRule>(all: readonly Candidate<Rule>[], flow: Flow): FlowIndex<Rule> {
  const rules = all.filter(({ rule: { flows, match } }) => flows.includes(flow) && (match.flow?.includes(flow) ?? true))
  const texts = createTextIndex()
  const always: number[] = []
  for (const [place, { rule }] of rules.entries()) {
    const isIndexed = textKeys.some((key) => {
      const globs = rule.match[key]
      return globs !== undefined && texts.add(key, globs, place)
    })
    if (!isIndexed) always.push(place)
  }
  return { rules, find: always.length === 0 ? texts.find : (facts) => [...texts.find(facts), always] }
}

/** The lowest place of several rising lists that passes; each place is tried once, and none after that. */
function firstIn(lists: readonly Places[], passes: (place: number) => boolean): number | null {
  const [only = [], ...others] = lists
  if (others.length === 0) return only.find(passes) ?? null
  const heads = lists.map(() => 0)
  for (;;) {
    let next = Number.POSITIVE_INFINITY
    for (let list = 0; list < lists.length; list++) next = Math.min(next, lists[list]?.[heads[list] ?? 0] ?? next)
    if (next === Number.POSITIVE_INFINITY) return null
    if (passes(next)) return next
    for (let list = 0; list < lists.length; list++) {
      if (lists[list]?.[heads[list] ?? 0] === next) heads[list] = (heads[list] ?? 0) + 1
    }
  }
}
