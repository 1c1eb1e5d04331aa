import { differences } from '../domain/did-you-mean.ts'
import type { Selector } from '../domain/plan.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { type FailedKey, failedKeys, type SelectionFacts } from '../scenarios/select/match.ts'
import type { CompiledScenarios } from '../scenarios/select/select.ts'

/** A rule that nearly matched, and on what it failed. */
export interface NearMiss {
  readonly scenario: string
  readonly failed: readonly FailedKey[]
}

/** More would not be near. */
const most = 5
/** How unlike, from 0 to 1, what a rule wanted and what it got can be to look like a slip of the finger. */
const slip = 0.4

/** Which scenario was chosen, and which of the seven ways chose it. */
export interface Chosen {
  readonly name: string
  readonly by: Selector
}

/**
 * The rules that nearly won: they failed on one key of several, or wanted something much like what the request has; or
 * they hold and their scenario cannot happen here, or another rule stands before them. Those that failed on the fewest keys
 * first, then the most alike.
 */
export function nearMisses(
  { scenarios }: CompiledScenarios,
  facts: SelectionFacts,
  chosen: Chosen,
): readonly NearMiss[] {
  const rules = scenarios.filter(({ match }) => match !== null)
  const meant = chosen.by === 'match' ? meantBy(rules.find(({ name }) => name === chosen.name)) : []
  const before = couldHaveWon(rules, chosen).flatMap((rule) => {
    const failed = rule.name === chosen.name ? [] : whatFailed(rule, facts)
    if (failed.length === 0 || failed.some(({ key }) => meant.includes(key)) || !isNear(rule, failed)) return []
    return [{ scenario: rule.name, failed, far: farOf(failed) }]
  })
  return [...before, ...cameLater(rules, facts, chosen)]
    .sort((one, other) => one.failed.length - other.failed.length || one.far - other.far)
    .slice(0, most)
    .map(({ scenario, failed }) => ({ scenario, failed }))
}

/** The keys of a rule that do not hold, and where its scenario cannot happen. */
function whatFailed({ match, flows, currency }: Scenario, facts: SelectionFacts): readonly FailedKey[] {
  const failed = match === null ? [] : failedKeys(match, facts)
  const isReported = (name: string) => failed.some(({ key }) => key === name)
  const flow = { key: 'flow', wanted: flows, got: facts.flow }
  const money = { key: 'currency', wanted: currency, got: facts.currency }
  return [
    ...failed,
    ...(flows.includes(facts.flow) || isReported('flow') ? [] : [flow]),
    ...(currency === null || currency === facts.currency || isReported('currency') ? [] : [money]),
  ]
}

/** Rules that hold as well as the one that won, but stand after it. */
function cameLater(rules: readonly Scenario[], facts: SelectionFacts, { name, by }: Chosen) {
  const place = rules.findIndex((rule) => rule.name === name)
  if (by !== 'match' || place < 0) return []
  const failed = [{ key: 'order', wanted: `before ${name}`, got: 'after it' }]
  return rules
    .slice(place + 1)
    .filter((rule) => whatFailed(rule, facts).length === 0)
    .map((rule) => ({ scenario: rule.name, failed, far: 0 }))
}

/** Rules that would have gone before what was chosen: none before a name that was asked for, all before a default. */
function couldHaveWon(rules: readonly Scenario[], { name, by }: Chosen): readonly Scenario[] {
  if (by === 'business' || by === 'file') return rules
  if (by !== 'match') return []
  const place = rules.findIndex((rule) => rule.name === name)
  // Nobody knows the place of a winner that is not loaded any more.
  return place < 0 ? rules : rules.slice(0, place)
}

/** The keys of a rule that won: a text that is right for it is no slip of one that was meant for another. */
function meantBy(winner: Scenario | undefined): readonly string[] {
  return Object.keys(winner?.match ?? {}).filter((key) => key !== 'flow' && key !== 'currency' && key !== 'amount')
}

function isNear({ match }: Scenario, failed: readonly FailedKey[]): boolean {
  // That the flow and the currency are right says little: they are those of half of all requests.
  const decisive = Object.keys(match ?? {}).filter((key) => key !== 'flow' && key !== 'currency')
  const held = decisive.filter((key) => failed.every((one) => one.key !== key))
  if (failed.length === 1 && held.length > 0) return true
  return failed.every((one) => one.key !== 'flow' && unlikeKey(one) <= slip)
}

function farOf(failed: readonly FailedKey[]): number {
  return failed.reduce((sum, key) => sum + unlikeKey(key), 0)
}

/** How unlike what a rule wanted the request is, from 0 to 1. */
function unlikeKey({ key, wanted, got }: FailedKey): number {
  const all =
    key === 'amount' && typeof wanted === 'object' && wanted !== null ? Object.values(wanted) : [wanted].flat()
  return Math.min(...all.map((one) => unlike(one, got)))
}

function unlike(wanted: unknown, got: unknown): number {
  if (typeof wanted === 'number' && typeof got === 'number') return Math.abs(wanted - got) / Math.max(wanted, got, 1)
  if (typeof wanted !== 'string' || typeof got !== 'string') return 1
  // What the glob leaves open is no difference: compare with as much of the text as it fixes.
  const fixed = wanted.replaceAll(/[*?]/g, '')
  const part = wanted.startsWith('*') ? got.slice(-wanted.length + 1) : got.slice(0, fixed.length)
  return fixed === '' ? 1 : differences(fixed.toLowerCase(), part.toLowerCase()) / fixed.length
}
