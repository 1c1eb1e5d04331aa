import { z } from 'zod'
import { answerObject, answerRecord } from '../../contract/named.ts'
import { flows } from '../../domain/transaction.ts'
import type { Diagnostic } from '../../scenarios/files/diagnostic.ts'
import { purposes } from '../../scenarios/purpose.ts'
import type { BrokenFiles } from '../../words/errors/of-business.ts'
import { drawnBy, nearMissesView, selector } from '../schema-parts.ts'
import { expectedView } from '../transactions/step-view.ts'

const name = z.string().describe('Name of the scenario.')
const condition = answerRecord('Match', 'What a request must be, as in a scenario file.', {})

const plannedEvent = answerObject('PlannedEvent', 'What will happen, and how long after what.', {
  after: z.string(),
  event: z.string(),
})

const source = answerObject('ScenarioSource', 'Where it is written.', { file: z.string(), line: z.int() })
const definition = answerRecord('ScenarioDefinition', 'The scenario as it was understood.', {})

const scenarioFields = {
  name,
  summary: z.string().nullable(),
  source,
  own: z.boolean().describe('True if you wrote it; false: it is shipped with the sandbox.'),
  flows: z.array(z.enum(flows)).describe('The flows it can happen to.'),
  match: answerRecord('ScenarioMatch', 'What a request must be: of each key, one of these texts.', {
    flow: z.array(z.enum(flows)).optional(),
    accountNumber: z.array(z.string()).optional(),
    reference: z.array(z.string()).optional(),
  }).nullable(),
  magicNumber: z.string().nullable().describe('The account numbers that choose it; x or ? is free.'),
  purpose: z
    .enum(purposes)
    .describe(
      'What it tries out: a mix of others, a payment that is approved or waits, a failing one, an OTP, transfers into an account; a webhook that is late, repeated or missing, its retries, whether it can be trusted; the reply of the create call, or its refusal.',
    ),
  result: answerObject('ScenarioResult', 'What the transaction fails with.', {
    name: z.string().describe('As in `outcome: { failed: NAME }`.'),
    code: z.string(),
    source: z.string(),
    text: z.string(),
  })
    .nullable()
    .describe('What the transaction fails with; null if it does not fail.'),
  mix: z
    .array(
      answerObject('MixMember', 'A scenario that a mix draws.', {
        scenario: name,
        weight: z.number().describe('As in the file.'),
        share: z.number().describe('Its part of the draws for the flow of the sample, from 0 to 1.'),
      }),
    )
    .nullable()
    .describe('The scenarios that it draws, for the flow of the sample; null: it has a life of its own.'),
  definition,
  sample: z.string().describe('A sample transaction: of its first flow, or of the query.'),
  steps: z.array(expectedView).describe('The life of the sample under the usual settings, in the order of causes.'),
  forecast: z.array(plannedEvent).describe('The same in words.'),
}
const what = 'A scenario: what the customer, the network and the bank do.'

const scenarioView = answerObject('Scenario', what, scenarioFields)

export const scenarioInFullView = answerObject('ScenarioInFull', what, {
  ...scenarioFields,
  yaml: z.string().describe('A scenario file that holds it alone, to begin one of your own.'),
})

/** Problems in the scenario files since they changed. The last valid version is played meanwhile. */
export const fileProblemsView = z
  .array(
    answerObject('ScenarioFileProblem', 'Something wrong with a scenario file as it is now.', {
      message: z.string(),
      file: z.string(),
      line: z.int(),
      column: z.int(),
    }),
  )
  .describe('What is wrong with scenario files that have changed; the last good version plays meanwhile.')

export const scenariosView = answerObject(
  'Scenarios',
  'Loaded scenarios, in the order in which match rules are tried.',
  {
    data: z.array(scenarioView),
    problems: fileProblemsView,
    folder: z
      .string()
      .nullable()
      .describe('Where PUT /_sandbox/scenarios/files/{file} saves; null if the sandbox reads no folder of scenarios.'),
  },
)

export const draftView = answerObject('Draft', 'The scenarios of the draft, which play until a reset.', {
  data: z.array(scenarioView),
})

export const problemsView = answerObject('ScenarioProblems', 'Problems of the text; none when it is right.', {
  problems: z.array(
    answerObject('ScenarioProblem', 'One problem.', {
      message: z.string(),
      path: z.string().nullable().describe('Where in the file, as keys.'),
      line: z.int(),
      column: z.int(),
    }),
  ),
})

export const defaultView = answerObject('DefaultScenario', 'The scenario that is played if nothing else is chosen.', {
  use: name.nullable(),
})

const queued = { use: name, remaining: z.int().describe('For so many requests.'), match: condition.optional() }
const queuedScenarioView = answerObject('QueuedScenario', 'A scenario for the next requests that fit.', queued)

export const waitingScenarioView = answerObject('WaitingScenario', 'A scenario that waits for its requests.', {
  ...queued,
  waitsFor: z.string().optional().describe('The create calls it waits for, if it cannot happen to all of them.'),
})

export const queueView = answerObject('ScenarioQueue', 'Queued scenarios, the first to be used first.', {
  data: z.array(queuedScenarioView),
})

export const explanationView = answerObject(
  'Explanation',
  'Which scenario a request would get, why, and what would happen.',
  {
    scenario: name,
    by: selector,
    mix: drawnBy,
    nearMisses: nearMissesView,
    hint: z.string().nullable().describe('Why this scenario was chosen, if the plan does not show it.'),
    refusal: answerObject('ExplainedRefusal', 'A business rule that would refuse the request.', {
      rule: z.string().describe('Name of the business rule.'),
      message: z.string(),
    })
      .nullable()
      .describe('The business rule that refuses the request by what is stored now, if one does.'),
    steps: z.array(expectedView).describe('What would happen, in the order of causes.'),
  },
)

export function presentFileProblems(problems: readonly Diagnostic[]) {
  return problems.map(({ path, message, file, line, column }) => ({
    message: path === '' ? message : `${path}: ${message}`,
    file,
    line,
    column,
  }))
}

/** The first problem and how many more there are; null if there is none. */
export function brokenFiles(problems: readonly Diagnostic[]): BrokenFiles | null {
  const [first, ...more] = presentFileProblems(problems)
  return first === undefined ? null : { ...first, more: more.length }
}
