import { z } from 'zod'
import { currencyCodes } from '../../catalogue/currencies.ts'
import { requestBody } from '../../contract/named.ts'
import { flows } from '../../domain/transaction.ts'
import { ImpossibleSample } from '../../explain/sample-intent.ts'
import { viewScenario } from '../../explain/scenario-view.ts'
import { scenarioYaml, scenarioYamlFor } from '../../scenarios/files/scenario-yaml.ts'
import { checkScenarioText } from '../../scenarios/load.ts'
import type { Scenario } from '../../scenarios/scenario.ts'
import { nearScenarios } from '../../scenarios/select/suggest-scenario.ts'
import { invalid, refusal } from '../../words/errors.ts'
import { controlEndpoint } from '../endpoint.ts'
import type { ControlTools } from '../tools.ts'
import {
  brokenFiles,
  defaultView,
  presentFileProblems,
  problemsView,
  scenarioInFullView,
  scenariosView,
} from './scenario-views.ts'

export const listScenarios = controlEndpoint({
  route: 'GET /_sandbox/scenarios',
  summary: 'Loaded scenarios',
  answer: scenariosView,
  needsStorage: false,
  handle: ({ key, scenarios, scenarioProblems, ownFiles }) => ({
    body: {
      data: scenarios(key).scenarios.map((scenario) =>
        viewScenario(scenario, scenarios(key), ownFiles.isOwn(scenario)),
      ),
      problems: presentFileProblems(scenarioProblems()),
      folder: ownFiles.folder(),
    },
  }),
})

export const showScenario = controlEndpoint({
  route: 'GET /_sandbox/scenarios/{name}',
  summary: 'One scenario',
  params: { name: 'Name of the scenario.' },
  query: z.strictObject({
    flow: z.enum(flows).optional().describe('The flow of the sample.'),
    amount: z.coerce.number().optional().describe('Its amount, in major units.'),
    currency: z.enum(currencyCodes).optional().describe('Its currency.'),
    reference: z.string().min(1).optional().describe('The file of the answer is for this reference alone.'),
  }),
  answer: scenarioInFullView,
  refuses: ['not_found'],
  needsStorage: false,
  async handle({ key, params: { name }, query: { reference, ...sample }, ownFiles, ...tools }) {
    const scenario = scenarioNamed(tools, key, name)
    try {
      const yaml = await (reference === undefined ? scenarioYaml(scenario) : scenarioYamlFor(scenario, reference))
      return { body: { ...viewScenario(scenario, tools.scenarios(key), ownFiles.isOwn(scenario), sample), yaml } }
    } catch (cause) {
      throw cause instanceof ImpossibleSample ? invalid('', cause.message) : cause
    }
  },
})

export const checkScenarios = controlEndpoint({
  route: 'POST /_sandbox/scenarios/check',
  summary: 'Check the text of a scenario file',
  body: requestBody('ScenarioText', { yaml: z.string().describe('The text of the file.') }),
  answer: problemsView,
  needsStorage: false,
  async handle({ key, body: { yaml }, scenarios }) {
    const problems = await checkScenarioText(yaml, 'yaml', scenarios(key))
    return { body: { problems: problems.map(({ message, path, line, column }) => ({ message, path, line, column })) } }
  },
})

/** Sets the scenario that plays if nothing else is chosen; null removes it. */
export const setDefaultScenario = controlEndpoint({
  route: 'PUT /_sandbox/scenarios/default',
  summary: 'Default scenario of this business',
  body: requestBody('DefaultScenarioRequest', {
    use: z.string().nullable().describe('Name of the scenario; null: the default of the files.'),
  }),
  answer: defaultView,
  async handle({ key, body: { use }, store, ...tools }) {
    if (use !== null) scenarioNamed(tools, key, use, 'invalid')
    const changes = [{ change: 'business.default', scenario: use }] as const
    await store.perform(key, {}, () => ({ result: null, changes }))
    return { body: { use } }
  },
})

/** The scenario of this name. The error names the nearest if there is none, and the problem of a file that might have it. */
export function scenarioNamed(
  { scenarios, scenarioProblems }: Pick<ControlTools, 'scenarios' | 'scenarioProblems'>,
  key: string,
  name: string,
  code?: 'invalid',
): Scenario {
  const loaded = scenarios(key)
  const scenario = loaded.byName.get(name)
  if (scenario) return scenario
  const near = nearScenarios(name, loaded.scenarios)
  const broken = brokenFiles(scenarioProblems())
  throw refusal({ why: 'unknown-scenario', name: name.slice(0, 64), near, broken }, code)
}
