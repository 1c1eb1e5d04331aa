import { flows } from '../../domain/transaction.ts'
import { interpretRule } from '../compile/interpret.ts'
import type { Diagnostic, PathDiagnostic } from '../files/diagnostic.ts'
import type { ScenarioFile } from '../files/scenario-file.ts'
import type { ReadScenario } from '../language/file.ts'
import { flowTitle } from '../language/flow-fit.ts'
import type { Scenario } from '../scenario.ts'

interface Declared {
  readonly file: ScenarioFile
  readonly name: string
  readonly read: ReadScenario
}

type Played = Pick<Scenario, 'flows' | 'mix'>

/** Says what is wrong with a name that no scenario has, or returns null. */
type UnknownName = (name: string) => string | null

/**
 * Members of mixes that do not exist or are mixes, and mixes that their match lets no member play. `kept` are the scenarios
 * of the base set that no declaration replaces.
 */
export function wrongMixes(
  declared: readonly Declared[],
  kept: readonly Scenario[],
  unknown: UnknownName,
): readonly Diagnostic[] {
  const all = new Map<string, Played>(kept.map((scenario) => [scenario.name, scenario]))
  for (const { name, read } of declared) all.set(name, { ...interpretRule(read), mix: read.mix ?? null })
  const isMix = (name: string) => (all.get(name)?.mix ?? null) !== null
  return declared.flatMap(({ file, name, read }) => {
    if (read.mix === undefined) return []
    const names = Object.keys(read.mix)
    const user = kept.find(({ mix }) => mix !== null && Object.hasOwn(mix, name))
    const wrong: PathDiagnostic[] = names.flatMap((member) => {
      const message = isMix(member) ? 'is a mix itself; write the scenarios that it draws from' : unknown(member)
      return message === null ? [] : [{ path: ['mix', member], on: 'key', message }]
    })
    if (user) {
      const message = `cannot be here: the mix ${user.name} draws from ${name}, and a member cannot be a mix; choose another name for this one`
      wrong.push({ path: ['mix'], on: 'key', message })
    }
    const members = names.flatMap((member) => all.get(member) ?? [])
    // A member that is wrong, here or in its own place, may fit once it is mended.
    if (wrong.length === 0 && members.length === names.length) wrong.push(...unfitting(read, members))
    return wrong.map(({ path, ...problem }) => file.locate({ path: ['scenarios', name, ...path], ...problem }))
  })
}

/** Flows of a mix's match that no member can happen to. */
function unfitting({ match }: ReadScenario, members: readonly Played[]): readonly PathDiagnostic[] {
  const possible = flows.filter((flow) => members.some((member) => member.flows.includes(flow)))
  const wrong = (match?.flow ?? []).filter((flow) => !possible.includes(flow))
  return wrong.map((flow) => {
    const message = `no member can happen to ${flowTitle(flow)}, but match.flow is ${flow}; write ${possible.join(', ')} there`
    return { path: ['mix'], on: 'key', message }
  })
}
