import { z } from 'zod'
import { resultNames } from '../../catalogue/results.ts'
import { probablyMeant } from '../../domain/did-you-mean.ts'
import { lateTransfers, partialPayments } from '../../domain/plan.ts'
import { expectSchema } from './expect.ts'
import { matchSchema } from './match.ts'
import { says, saysName, saysText, strictMap } from './messages.ts'
import { otpSchema } from './otp.ts'
import { respondSchema } from './respond.ts'
import { durationRange, messagePart, oneLine, pay, span } from './values.ts'
import { webhookSchema } from './webhook.ts'

// The schema judges form and hands on what it read; its input alone becomes the JSON Schema.

/** Names of scenarios travel in a header, `wrong-pin; by=header`, and in references, `scn:wrong-pin:...`. */
const scenarioName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/, {
  error: 'is not a name; write at most 64 letters, digits and hyphens, such as wrong-pin',
})
const resultName = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, {
  error: 'is not a name; write at most 64 small letters, digits and underscores, such as account_blocked',
})

const transfers = z
  .array(
    strictMap({
      pay: pay.describe('An amount in major units such as 5000, or a share of what was asked for such as "60%".'),
      after: durationRange.describe('When it arrives, counted from the create call.'),
      senderName: oneLine.optional().describe('Who pays. Default: the customer.'),
    }),
    {
      error: says('must be a list of transfers such as [{ pay: "100%", after: 5s }], not {value}'),
    },
  )
  .max(100, { error: 'has more than 100 transfers; write fewer' })

export const outcomes = ['approved', 'expired', 'by-transfers', 'never', 'by-hand'] as const
const saysFailed = says(
  '{value} is not the name of a result; write for example wrong_pin',
  'is missing; write for example failed: wrong_pin',
)
const failedResult = z
  .string({ error: saysFailed })
  .regex(/^(?!approved$)/, { error: 'approved is not a failure; write outcome: approved' })
const saysOutcome = saysName('an outcome', [...outcomes, '{ failed: <result> }'])
const outcome = z.union([z.enum(outcomes), strictMap({ failed: failedResult.describe('The name of a result.') })], {
  error(issue) {
    const { input } = issue
    if (typeof input !== 'string' || probablyMeant(input, outcomes) !== null) return saysOutcome(issue)
    const result = probablyMeant(input, resultNames)
    return result === null ? saysOutcome(issue) : `{value} is not an outcome; write { failed: ${result} }`
  },
})

const mix = z
  .record(
    scenarioName,
    z
      .number({ error: says('must be a weight such as 90, not {value}') })
      .positive({ error: '{value} is not a weight; write a number above 0' }),
    { error: says('must be a map from scenarios to weights such as { approve: 90, wrong-pin: 10 }, not {value}') },
  )
  .refine((members) => Object.keys(members).length > 0, {
    error: 'is empty; write scenarios with their weights, such as { approve: 90, wrong-pin: 10 }',
  })
  .meta({ minProperties: 1 })

export const scenarioSchema = strictMap({
  summary: oneLine.optional().describe('What happens, in one line. Lists show it.'),
  match: matchSchema
    .optional()
    .describe('Which requests get the scenario. Default: only requests that choose it by name.'),
  after: durationRange
    .optional()
    .describe(
      'How long the final status takes, from the create call or, with an OTP, from its acceptance. A range such as 2s..8s gives each reference its own time. Default: 3s. Not beside `transfers`, nor beside the outcomes `expired`, `never` and `by-hand`; only 0s beside `respond.status: COMPLETED` and `webhook.delay: before-reply`. A virtual account that expires earlier has failed by then: give it `expires` too.',
    ),
  outcome: outcome
    .optional()
    .describe(
      'How the transaction ends. `failed` names a result; `expired` lets a virtual account expire; `by-transfers` lets the transfers decide; `never` gives no final status; `by-hand` waits for an action by hand. Default: `approved`, beside `transfers` `by-transfers`. Only `approved` goes beside `respond.status: COMPLETED`; `expired`, `never` and `by-hand` do not go beside `webhook.delay: before-reply`.',
    ),
  otp: otpSchema
    .optional()
    .describe(
      'Mobile money collections in GHS: the customer gets a one-time password by SMS first. Default: none, unless the setting `smsOtp` names the network. Not beside `respond.status: COMPLETED` or `webhook.delay: before-reply`.',
    ),
  transfers: transfers
    .optional()
    .describe(
      'Virtual accounts: what arrives, and when. Default: one transfer of 100 % at `after`, by the customer. Not beside `after`, `webhook.delay: before-reply`, or another outcome than `by-transfers`; an empty list goes with `expired`.',
    ),
  expires: span
    .optional()
    .describe(
      'Virtual accounts: how long the account lives. Default: the setting `accountLifetime`. Not beside `never`.',
    ),
  partialPayments: z
    .enum(partialPayments, { error: saysName('a policy', partialPayments) })
    .optional()
    .describe(
      'Virtual accounts: what another sum does. `accept` takes it as the payment, `hold` waits for the whole sum, `fail` fails the transaction. Default: the setting `partialPayments`.',
    ),
  lateTransfers: z
    .enum(lateTransfers, { error: saysName('a policy', lateTransfers) })
    .optional()
    .describe(
      'Virtual accounts: what a transfer after expiry does. `accept` makes the transaction COMPLETED after FAILED. Default: the setting `lateTransfers`.',
    ),
  respond: respondSchema.optional().describe('What the create call answers. Default: 200 with the record, INITIATED.'),
  webhook: webhookSchema
    .optional()
    .describe(
      'How the webhook is sent. Default: once, at once, with a valid signature, until your server answers 2xx. Not beside the outcome `never`.',
    ),
  mix: mix
    .optional()
    .describe(
      'In place of a life of its own: each create call plays one of these scenarios, drawn by weight from the seed, the key and the reference. A scenario that cannot happen to the call is left out of the draw. Only beside `summary` and `match`. A member cannot be a mix.',
    ),
  expect: expectSchema
    .optional()
    .describe(
      'What your code must have done in the end, for each transaction. The report judges it. What the scenario makes impossible is refused.',
    ),
})

export const resultSchema = strictMap({
  // The engine, like a merchant, takes 0000 for success.
  code: messagePart
    .regex(/^(?!0000$)/, { error: '"0000" is the code of an approval; write another one' })
    .describe('The code, in quotes, such as "4101".'),
  source: messagePart.describe('Who is the cause, such as Customer or Switch.'),
  text: messagePart.describe('What went wrong.'),
  telcoResponse: oneLine.nullable().optional().describe('`telco_response` of the record. Default: null.'),
  providerMessage: oneLine.optional().describe('`provider_message` of the record. Default: Failed.'),
})

const saysVersion = says(
  '{value} is not a version that can be read here; write version: 1',
  'is missing; begin the file with version: 1',
)

export const fileSchema = strictMap({
  version: z.literal(1, { error: saysVersion }).describe('The version of the language.'),
  defaults: strictMap({
    scenario: z
      .string({ error: saysText })
      .optional()
      .describe('The scenario of requests that choose none. Default: approve.'),
  })
    .optional()
    .describe('What holds if nothing else is chosen.'),
  results: z
    .record(resultName, resultSchema, { error: says('must be a map from names to results, not {value}') })
    .optional()
    .describe('Further results, by name, for `outcome: { failed: NAME }`.'),
  scenarios: z
    .record(scenarioName, scenarioSchema, { error: says('must be a map from names to scenarios, not {value}') })
    .optional()
    .describe('The scenarios, by name. One with the name of a shipped scenario replaces it.'),
})

/** A file and a scenario as they are written, with `5s`. */
export type WrittenFile = z.input<typeof fileSchema>
export type WrittenScenario = z.input<typeof scenarioSchema>
/** A file and a scenario as they are read, with 5000. */
export type ReadFile = z.output<typeof fileSchema>
export type ReadScenario = z.output<typeof scenarioSchema>
