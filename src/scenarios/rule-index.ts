import type { Flow } from '../domain/transaction.ts'
import { flows } from '../domain/transaction.ts'
import { compileMatch, type SelectionFacts } from './match.ts'
import type { Match, Scenario } from './scenario.ts'

/** The first scenario, in the order of the files, whose match holds; null when none does. */
export type FindRule = (facts: SelectionFacts) => Scenario | null

/**
 * Finds rules without trying each: most name a text that begins, ends or is written in one way, and are looked up by that
 * part of the request. A request against a thousand rules costs little more than one against one.
 */
export function indexRules(
  scenarios: readonly Scenario[],
  fits: (scenario: Scenario, facts: SelectionFacts) => boolean,
): FindRule {
  const rules = scenarios.flatMap((scenario) =>
    scenario.match === null ? [] : [{ scenario, flows: scenario.flows, match: scenario.match }],
  )
  const candidates = indexByText(rules)
  return (facts) =>
    candidates(facts).find(({ rule, matches }) => fits(rule.scenario, facts) && matches(facts))?.rule.scenario ?? null
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

/** Gives those rules, in their order, of which the index cannot tell that they do not hold. */
export function indexByText<Rule extends IndexedRule>(
  rules: readonly Rule[],
): (facts: SelectionFacts) => readonly Candidate<Rule>[] {
  const candidates = rules.map((rule) => ({ rule, matches: compileMatch(rule.match) }))
  const byFlow = new Map(flows.map((flow) => [flow, indexOfFlow(candidates, flow)]))
  return (facts) => byFlow.get(facts.flow)?.(facts) ?? []
}

type TextKey = 'accountNumber' | 'reference' | 'reason' | 'network' | 'currency'

/** A part of a text that a glob fixes: `length` characters from the start, or before `skip` characters at the end. */
interface Part {
  readonly end: 'start' | 'end' | 'whole'
  readonly skip: number
  readonly length: number
}

/** Rules that want the same part of the same text, by what they want there. */
interface Shelf {
  readonly key: TextKey
  readonly part: Part
  readonly places: Map<string, number[]>
}

/** The keys by which rules are looked up, the ones that tell requests apart best first. */
const textKeys: readonly TextKey[] = ['reference', 'accountNumber', 'reason', 'network', 'currency']

function indexOfFlow<Rule extends IndexedRule>(all: readonly Candidate<Rule>[], flow: Flow) {
  const rules = all.filter(({ rule: { flows, match } }) => flows.includes(flow) && (match.flow?.includes(flow) ?? true))
  const shelves = new Map<string, Shelf>()
  const always: number[] = []
  for (const [place, { rule }] of rules.entries()) {
    const anchored = textKeys.find((key) => rule.match[key]?.every((glob) => anchorOf(glob) !== null))
    if (anchored === undefined) always.push(place)
    else for (const glob of rule.match[anchored] ?? []) shelve(shelves, anchored, glob, place)
  }
  const shelfList = [...shelves.values()]
  const at = (places: readonly number[]) => places.flatMap((place) => rules[place] ?? [])
  const alwaysRules = at(always)
  return (facts: SelectionFacts): readonly Candidate<Rule>[] => {
    const places: number[] = []
    for (const shelf of shelfList) look(shelf, facts, places)
    return places.length === 0 ? alwaysRules : at([...new Set([...places, ...always])].sort((a, b) => a - b))
  }
}

function shelve(shelves: Map<string, Shelf>, key: TextKey, glob: string, place: number): void {
  const anchor = anchorOf(glob)
  if (anchor === null) return
  const { part, text } = anchor
  const name = `${key} ${part.end} ${part.skip} ${part.length}`
  const shelf = shelves.get(name) ?? { key, part, places: new Map<string, number[]>() }
  shelf.places.set(text, [...(shelf.places.get(text) ?? []), place])
  shelves.set(name, shelf)
}

/** The longest text that a glob fixes at one of its ends; null for one that begins and ends with a star. */
function anchorOf(glob: string): { readonly part: Part; readonly text: string } | null {
  if (!/[*?]/.test(glob)) return { part: { end: 'whole', skip: 0, length: glob.length }, text: glob }
  const start = /^[^*?]+/.exec(glob)?.[0] ?? ''
  const [, end = '', marks = ''] = /([^*?]+)(\?*)$/.exec(glob) ?? []
  if (start === '' && end === '') return null
  if (start.length >= end.length) return { part: { end: 'start', skip: 0, length: start.length }, text: start }
  return { part: { end: 'end', skip: marks.length, length: end.length }, text: end }
}

/** Adds the places of a shelf's rules that want what these facts have. No lists in between: every request looks here. */
function look({ key, part, places }: Shelf, facts: SelectionFacts, found: number[]): void {
  if (key === 'accountNumber') {
    for (const number of facts.accountNumbers) lookFor(number, part, places, found)
    return
  }
  const text = facts[key]
  if (text !== null) lookFor(text, part, places, found)
}

function lookFor(text: string, part: Part, places: ReadonlyMap<string, readonly number[]>, found: number[]): void {
  const here = places.get(partOf(text, part))
  if (here) found.push(...here)
}

function partOf(text: string, { end, skip, length }: Part): string {
  if (end === 'whole') return text
  if (end === 'start') return text.slice(0, length)
  const to = text.length - skip
  return to < length ? '' : text.slice(to - length, to)
}
