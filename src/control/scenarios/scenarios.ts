import { z } from 'zod'
import { ControlError } from '../../contract/control-error.ts'
import { requestBody } from '../../contract/named.ts'
import { formatDuration } from '../../domain/duration.ts'
import { samplePlan } from '../../explain/sample-plan.ts'
import { scenarioYaml } from '../../scenarios/files/scenario-yaml.ts'
import { checkScenarioText } from '../../scenarios/load.ts'
import { magicNumber, type Scenario } from '../../scenarios/scenario.ts'
import type { CompiledScenarios } from '../../scenarios/select/select.ts'
import { meantScenario } from '../../scenarios/select/suggest-scenario.ts'
import { controlEndpoint } from '../endpoint.ts'
import { defaultView, problemsView, scenarioInFullView, scenariosView } from './scenario-views.ts'

/** Every loaded scenario, in the order in which match rules are tried. */
export const listScenarios = controlEndpoint({
  route: 'GET /_sandbox/scenarios',
  summary: 'Loaded scenarios',
  answer: scenariosView,
  needsStorage: false,
  handle: ({ scenarios }) => ({ body: { data: scenarios().scenarios.map(present) } }),
})

export const showScenario = controlEndpoint({
  route: 'GET /_sandbox/scenarios/{name}',
  summary: 'One scenario',
  params: { name: 'Name of the scenario.' },
  answer: scenarioInFullView,
  refuses: ['not_found'],
  needsStorage: false,
  async handle({ params: { name }, scenarios }) {
    const scenario = scenarioNamed(scenarios(), name, 'not_found')
    return { body: { ...present(scenario), yaml: await scenarioYaml(scenario) } }
  },
})

/** Checks the text of a scenario file as the command line does; nothing is loaded. */
export const checkScenarios = controlEndpoint({
  route: 'POST /_sandbox/scenarios/check',
  summary: 'Check the text of a scenario file',
  body: requestBody('ScenarioText', { yaml: z.string().describe('The text of the file.') }),
  answer: problemsView,
  needsStorage: false,
  async handle({ body: { yaml }, scenarios }) {
    const problems = await checkScenarioText(yaml, 'yaml', scenarios())
    return { body: { problems: problems.map(({ message, path, line, column }) => ({ message, path, line, column })) } }
  },
})

/** The scenario that is played where nothing else is chosen; null takes it back. */
export const setDefaultScenario = controlEndpoint({
  route: 'PUT /_sandbox/scenarios/default',
  summary: 'Default scenario of this business',
  body: requestBody('DefaultScenarioRequest', {
    use: z.string().nullable().describe('Name of the scenario; null: the default of the files.'),
  }),
  answer: defaultView,
  async handle({ key, body: { use }, scenarios, store }) {
    if (use !== null) scenarioNamed(scenarios(), use, 'invalid')
    const changes = [{ change: 'business.default', scenario: use }] as const
    await store.perform(key, {}, () => ({ result: null, changes }))
    return { body: { use } }
  },
})

/** The scenario of this name; an error that names the nearest when there is none. */
export function scenarioNamed(loaded: CompiledScenarios, name: string, kind: 'not_found' | 'invalid'): Scenario {
  const scenario = loaded.byName.get(name)
  if (scenario) return scenario
  const meant = meantScenario(name, loaded.scenarios)
  const message = `There is no scenario ${name.slice(0, 64)}${meant === null ? '' : `; ${meant}`}`
  throw new ControlError(kind, message, 'GET /_sandbox/scenarios lists them')
}

function present(scenario: Scenario) {
  const { name, summary, source, flows, match } = scenario
  return {
    name,
    summary,
    source,
    flows,
    match: match && { ...match },
    magicNumber: magicNumber(scenario),
    definition: understood(scenario),
    forecast: samplePlan(scenario).events.map(({ after, event }) => ({ after, event })),
  }
}

/** A scenario as it was understood: durations as text, without what it does not say. */
function understood(scenario: Scenario) {
  const { after, outcome, otp, transfers, expiresMs, partialPayments, lateTransfers, reply, refusal, webhook } =
    scenario
  const { minMs, maxMs } = after
  const span = minMs === maxMs ? formatDuration(minMs) : `${formatDuration(minMs)}..${formatDuration(maxMs)}`
  const ending = outcome.kind === 'failed' ? { failed: outcome.result.name } : outcome.kind
  const all = {
    after: span,
    outcome: ending,
    otp,
    transfers,
    expires: expiresMs === null ? null : formatDuration(expiresMs),
    partialPayments,
    lateTransfers,
    reply,
    refusal,
    webhook: webhook.faults ?? (webhook.delayMs === 0 ? null : { delay: formatDuration(webhook.delayMs) }),
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))
}
