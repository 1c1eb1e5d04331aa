import { meantInstead } from '../domain/did-you-mean.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import type { CompiledScenarios } from '../scenarios/select/select.ts'
import { faultNames, faultOfRefusal, faultsOfReply, faultsOfWebhookPlan } from './faults.ts'
import type { Met } from './met.ts'

/** In place of a name: every situation of the flows in use. */
export const allSituations = 'situations'

/** Returns what is wrong with each required name that nothing has: the name that was probably meant. */
export function unknownNames(names: readonly string[], scenarios: CompiledScenarios): readonly string[] {
  const known = [allSituations, ...scenarios.byName.keys(), ...scenarios.results.keys(), ...faultNames]
  return names
    .filter((name) => !known.includes(name))
    .map((name) => `${name}: no result, webhook fault or scenario has this name; ${meantInstead(name, known)}`)
}

/** Returns a line for each required name that a run has not met, with the scenario that brings it about. */
export function neverMet(
  names: readonly string[],
  met: readonly Met[],
  { scenarios }: CompiledScenarios,
): readonly string[] {
  const known = new Set(met.flatMap(({ kind, name }) => (kind === 'refusals' || kind === 'payments' ? [] : [name])))
  return names
    .filter((name) => name !== allSituations && !known.has(name))
    .map((name) => {
      const scenario = scenarios.find((one) => namesOf(one).includes(name))?.name
      return `never met: ${name}${scenario === undefined ? '' : `; add a test: shop.use('${scenario}')`}`
    })
}

function namesOf(scenario: Scenario): readonly string[] {
  const { name, mix, outcome, reply, webhook } = scenario
  // Which of its members a call draws is left to the seed.
  if (mix !== null) return [name]
  return [
    name,
    ...(outcome.kind === 'failed' ? [outcome.result.name] : [outcome.kind]),
    ...[faultOfRefusal(scenario) ?? []].flat(),
    ...faultsOfReply({ reply }),
    ...(webhook.delayMs > 0 ? ['webhook.delay'] : []),
    ...(webhook.faults === null ? [] : faultsOfWebhookPlan(webhook.faults)),
  ]
}
