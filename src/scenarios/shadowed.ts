import { amountRange } from './amount-range.ts'
import { compileGlob } from './glob.ts'
import type { AmountCondition, Match, Scenario, ScenarioSet } from './scenario.ts'

/** A rule that can never win: whatever it matches, a rule before it matches too. */
export interface Shadowed {
  readonly scenario: Scenario
  readonly by: Scenario
}

/** The rules of these files that others of them hide; that a user's rule goes before a built-in one is as it should be. */
export function shadowedRules({ scenarios }: ScenarioSet, isOwn: (file: string) => boolean): readonly Shadowed[] {
  const rules = scenarios.filter(({ match, source }) => match !== null && isOwn(source.file))
  return rules.flatMap((scenario, index) => {
    const by = rules.slice(0, index).find((earlier) => hides(earlier, scenario))
    return by ? [{ scenario, by }] : []
  })
}

function hides(earlier: Scenario, later: Scenario): boolean {
  if (earlier.match === null || later.match === null) return false
  if (earlier.currency !== null && earlier.currency !== later.currency) return false
  return later.flows.every((flow) => earlier.flows.includes(flow)) && isWider(earlier.match, later.match)
}

const texts = ['accountNumber', 'reference', 'network', 'currency', 'reason'] as const

function isWider(wide: Match, narrow: Match): boolean {
  const flows = narrow.flow ?? null
  if (wide.flow && !(flows?.every((flow) => wide.flow?.includes(flow)) ?? false)) return false
  const areTextsWider = texts.every((key) => {
    const globs = wide[key]
    return globs === undefined || (narrow[key]?.every((glob) => globs.some((other) => covers(other, glob))) ?? false)
  })
  return areTextsWider && isAmountWider(wide.amount, narrow.amount)
}

/** Stands for text that no pattern has by chance. */
const odd = '\u0001'

/** True when a glob matches all that another does: tried with the other's stars as nothing and as much. */
function covers(wide: string, narrow: string): boolean {
  const matches = compileGlob(wide)
  const filled = (star: string) => narrow.replaceAll('*', star).replaceAll('?', odd)
  return ['', odd, odd.repeat(5)].every((star) => matches(filled(star)))
}

function isAmountWider(wide: AmountCondition | undefined, narrow: AmountCondition | undefined): boolean {
  if (wide === undefined) return true
  if (narrow === undefined) return false
  const [outer, inner] = [amountRange(wide, 'USDT'), amountRange(narrow, 'USDT')]
  return outer.leastMinor <= inner.leastMinor && inner.mostMinor <= outer.mostMinor
}
