import type { CurrencyCode } from '../../catalogue/currencies.ts'
import type { DrawnMix } from '../../domain/plan.ts'
import type { Flow, Scenario } from '../scenario.ts'

/** A call, as far as it decides whether a scenario can happen to it. */
export interface Fitted {
  readonly flow: Flow
  readonly currency: CurrencyCode
}

export interface Member {
  readonly scenario: Scenario
  readonly weight: number
}

type ByName = ReadonlyMap<string, Scenario>

/** Returns whether a scenario, or at least one member of a mix, can happen to a call. */
export function fits(scenario: Scenario, call: Fitted, byName: ByName): boolean {
  if (scenario.mix !== null) return membersFor(scenario, call, byName).length > 0
  return scenario.flows.includes(call.flow) && (scenario.currency === null || scenario.currency === call.currency)
}

/** The members of a mix that can happen to a call, in the order of the file; none for a scenario with a life of its own. */
export function membersFor({ mix }: Scenario, call: Fitted, byName: ByName): readonly Member[] {
  return Object.entries(mix ?? {}).flatMap(([name, weight]) => {
    const scenario = byName.get(name)
    return scenario?.mix === null && fits(scenario, call, byName) ? [{ scenario, weight }] : []
  })
}

/** Draws one of the members by weight; `fraction` is from 0 to below 1. */
export function drawMember(members: readonly Member[], fraction: number): Member & Pick<DrawnMix, 'of'> {
  const of = members.reduce((sum, { weight }) => sum + weight, 0)
  let left = fraction * of
  let drawn: Member | undefined
  // The sum of fractions may be a little off: the last member takes what is left.
  for (const member of members) {
    if (left < 0) break
    drawn = member
    left -= member.weight
  }
  if (drawn === undefined) throw new Error('Cannot draw from a mix without members')
  return { ...drawn, of }
}
