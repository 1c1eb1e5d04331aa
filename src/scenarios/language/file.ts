import { z } from 'zod'
import { results } from '../../catalogue/results.ts'
import { probablyMeant } from '../../domain/did-you-mean.ts'
import { lateTransfers, partialPayments } from '../../domain/plan.ts'
import { expectSchema } from './expect.ts'
import { matchSchema } from './match.ts'
import { says, saysName, saysText, strictMap } from './messages.ts'
import { respondSchema } from './respond.ts'
import { durationRange, messagePart, oneLine, otpAttempts, otpCode, pay, smsFee, span } from './values.ts'
import { webhookSchema } from './webhook.ts'

// The schema judges form only and changes nothing, so that it can become a JSON Schema; `interpret.ts` gives the values.

/** Names of scenarios travel in a header, `wrong-pin; by=header`, and in references, `scn:wrong-pin:...`. */
const scenarioName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/, {
  error: 'is not a name; write at most 64 letters, digits and hyphens, such as wrong-pin',
})
const resultName = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, {
  error: 'is not a name; write at most 64 small letters, digits and underscores, such as account_blocked',
})

const transfers = z
  .array(strictMap({ pay, after: durationRange, senderName: oneLine.optional() }), {
    error: says('must be a list of transfers such as [{ pay: "100%", after: 5s }], not {value}'),
  })
  .max(100, { error: 'has more than 100 transfers; write fewer' })

/** The endings that have a name. */
export const outcomes = ['approved', 'expired', 'by-transfers', 'never', 'by-hand'] as const
const saysFailed = says(
  '{value} is not the name of a result; write for example wrong_pin',
  'is missing; write for example failed: wrong_pin',
)
const failedResult = z
  .string({ error: saysFailed })
  .regex(/^(?!approved$)/, { error: 'approved is no failure; write outcome: approved' })
const saysOutcome = saysName('an outcome', [...outcomes, '{ failed: <result> }'])
const outcome = z.union([z.enum(outcomes), strictMap({ failed: failedResult })], {
  error(issue) {
    const { input } = issue
    if (typeof input !== 'string' || probablyMeant(input, outcomes) !== null) return saysOutcome(issue)
    const result = probablyMeant(input, Object.keys(results))
    return result === null ? saysOutcome(issue) : `{value} is not an outcome; write { failed: ${result} }`
  },
})

/** What a scenario says of its one-time password. */
const otpMap = strictMap({
  code: otpCode.optional(),
  expires: span.optional(),
  attempts: otpAttempts.optional(),
  smsFee: smsFee.optional(),
})
const otp = z.union([z.literal(true), otpMap], {
  error: says('must be true or a map with keys such as code, expires, attempts, not {value}'),
})

/** One scenario as it is written. */
export const scenarioSchema = strictMap({
  summary: oneLine.optional(),
  match: matchSchema.optional(),
  after: durationRange.optional(),
  outcome: outcome.optional(),
  otp: otp.optional(),
  transfers: transfers.optional(),
  expires: span.optional(),
  partialPayments: z.enum(partialPayments, { error: saysName('a policy', partialPayments) }).optional(),
  lateTransfers: z.enum(lateTransfers, { error: saysName('a policy', lateTransfers) }).optional(),
  respond: respondSchema.optional(),
  webhook: webhookSchema.optional(),
  expect: expectSchema.optional(),
})

/** One result that a file adds (decisions.md, Results). */
export const resultSchema = strictMap({
  // The engine, like a merchant, takes 0000 for success.
  code: messagePart.regex(/^(?!0000$)/, { error: '"0000" is the code of an approval; write another one' }),
  source: messagePart,
  text: messagePart,
  telcoResponse: oneLine.nullable().optional(),
  providerMessage: oneLine.optional(),
})

const saysVersion = says(
  '{value} is not a version that can be read here; write version: 1',
  'is missing; begin the file with version: 1',
)

/** A scenario file, version 1. */
export const fileSchema = strictMap({
  version: z.literal(1, { error: saysVersion }),
  defaults: strictMap({ scenario: z.string({ error: saysText }).optional() }).optional(),
  results: z
    .record(resultName, resultSchema, { error: says('must be a map from names to results, not {value}') })
    .optional(),
  scenarios: z
    .record(scenarioName, scenarioSchema, { error: says('must be a map from names to scenarios, not {value}') })
    .optional(),
})

/** One scenario as it is written, its form checked. */
export type WrittenScenario = z.output<typeof scenarioSchema>
/** One added result as it is written, its form checked. */
export type WrittenResult = z.output<typeof resultSchema>
