import { z } from 'zod'
import { namedAnswer } from '../../contract/named.ts'
import { flows } from '../../domain/transaction.ts'
import { nearMisses, selector } from '../view-parts.ts'

/** The schemas of what the control API answers about scenarios. */

const name = z.string().describe('Name of the scenario.')
const condition = namedAnswer('Match', z.looseObject({}).describe('What a request must be, as in a scenario file.'))

/** One scenario. */
export const scenarioView = namedAnswer(
  'Scenario',
  z
    .object({
      name,
      summary: z.string().nullable(),
      source: z.object({ file: z.string(), line: z.int() }).describe('Where it is written.'),
      flows: z.array(z.enum(flows)).describe('The flows it can happen to.'),
      match: condition.nullable(),
      magicNumber: z.string().nullable().describe('The account numbers that choose it; x or ? is free.'),
      story: z.looseObject({}).describe('The scenario as it was understood.'),
    })
    .describe('A scenario: what the customer, the network and the bank do.'),
)

/** Every loaded scenario. */
export const scenariosView = namedAnswer(
  'Scenarios',
  z.object({ data: z.array(scenarioView) }).describe('Loaded scenarios, in the order in which match rules are tried.'),
)

/** Problems of a scenario file. */
export const problemsView = namedAnswer(
  'ScenarioProblems',
  z
    .object({
      problems: z.array(
        namedAnswer(
          'ScenarioProblem',
          z
            .object({
              message: z.string(),
              path: z.string().nullable().describe('Where in the file, as keys.'),
              line: z.int(),
              column: z.int(),
            })
            .describe('One problem.'),
        ),
      ),
    })
    .describe('Problems of the text; none when it is right.'),
)

/** The default scenario. */
export const defaultView = namedAnswer(
  'DefaultScenario',
  z.object({ use: name.nullable() }).describe('The scenario that is played where nothing else is chosen.'),
)

/** A one-shot scenario that waits. */
export const queuedScenarioView = namedAnswer(
  'QueuedScenario',
  z
    .object({ use: name, remaining: z.int().describe('For so many requests.'), match: condition.optional() })
    .describe('A scenario for the next requests that fit.'),
)

/** One-shot scenarios that wait. */
export const queueView = namedAnswer(
  'ScenarioQueue',
  z.object({ data: z.array(queuedScenarioView) }).describe('One-shot scenarios that wait, the first to be used first.'),
)

/** Why a request gets its scenario. */
export const explanationView = namedAnswer(
  'Explanation',
  z
    .object({
      scenario: name,
      by: selector,
      nearMisses,
      hint: z.string().nullable().describe('Why it is so, where the plan alone does not show it.'),
      refusal: namedAnswer(
        'ExplainedRefusal',
        z
          .object({ rule: z.string().describe('Name of the business rule.'), message: z.string() })
          .describe('A business rule that would refuse the request.'),
      )
        .nullable()
        .describe('The business rule that refuses the request by what is stored now, if one does.'),
      timeline: z.array(
        namedAnswer(
          'PlannedEvent',
          z.object({ after: z.string(), event: z.string() }).describe('What will happen, and how long after what.'),
        ),
      ),
    })
    .describe('Which scenario a request would get, why, and what would happen.'),
)
