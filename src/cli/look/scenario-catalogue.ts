import type { AnswerOf } from '../../control/routes.ts'
import type { Sample } from '../../explain/sample-intent.ts'
import { checkScenarioFiles } from '../../scenarios/load.ts'
import { meantScenario } from '../../scenarios/select/suggest-scenario.ts'
import { onBusiness } from '../client/client-command.ts'
import type { ClientFlags } from '../client/client-options.ts'
import { nextCommand } from '../client/next-command.ts'
import { environment, prefix } from '../environment.ts'
import { UsageError } from '../exit.ts'

export interface CatalogueFlags extends ClientFlags {
  readonly scenarios?: readonly string[]
}

export type ScenarioView = AnswerOf<'GET /_sandbox/scenarios'>['data'][number]
type ScenarioInFull = AnswerOf<'GET /_sandbox/scenarios/{name}'>

export async function scenariosOf(flags: CatalogueFlags): Promise<readonly ScenarioView[]> {
  if (flags.url !== undefined) {
    return (await onBusiness(flags, (client) => client.call('GET /_sandbox/scenarios'))).data
  }
  const scenarios = await ofFiles(flags)
  const { viewScenario } = await import('../../explain/scenario-view.ts')
  sayWhere()
  return scenarios.map((scenario) => viewScenario(scenario))
}

/** One of them, with the forecast for a sample. Throws a `UsageError` if there is none, or if the sample cannot be. */
export async function scenarioNamed(name: string, sample: Sample, flags: CatalogueFlags): Promise<ScenarioInFull> {
  if (flags.url !== undefined) {
    return onBusiness(flags, (client) => client.call('GET /_sandbox/scenarios/{name}', { name, ...sample }))
  }
  const scenarios = await ofFiles(flags)
  const found = scenarios.find((scenario) => scenario.name === name)
  if (found === undefined) {
    const hint = meantScenario(name, scenarios) ?? `${nextCommand(flags, ['scenarios', 'list'])} shows all`
    throw new UsageError(`There is no scenario ${name} in the files here; ${hint}`)
  }
  const { viewScenario } = await import('../../explain/scenario-view.ts')
  const { scenarioYaml } = await import('../../scenarios/files/scenario-yaml.ts')
  try {
    const full = { ...viewScenario(found, sample), yaml: await scenarioYaml(found) }
    sayWhere()
    return full
  } catch (cause) {
    throw cause instanceof RangeError ? new UsageError(cause.message) : cause
  }
}

/** Checks the files that are named, else those of the usual places, over the built-in ones. */
export async function checkedFiles(given: readonly string[] | undefined) {
  const { readShipped } = await import('../../sandbox/shipped.ts')
  const { scenarios } = await readShipped()
  const paths = given ?? environment[`${prefix}SCENARIOS`]?.split(',')
  return checkScenarioFiles({ paths: paths ?? 'scenarios', strict: paths !== undefined }, scenarios)
}

async function ofFiles({ scenarios: paths }: CatalogueFlags) {
  return (await checkedFiles(paths)).set.scenarios
}

/** On stderr: it is no part of what was asked for. */
function sayWhere(): void {
  process.stderr.write('of the files here; --url shows those of a running sandbox\n')
}
