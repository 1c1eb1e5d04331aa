import { z } from 'zod'
import { answerObject } from '../contract/named.ts'
import { durationProblem, parseDuration } from '../domain/duration.ts'
import { selectors } from '../domain/plan.ts'

/** Parts of answers and queries that several endpoints share. */

export function iso(at: number): string {
  return new Date(at).toISOString()
}

export const time = z.iso.datetime().describe("ISO 8601, UTC, in the business's sandbox time.")
export const transactionId = z.string().describe('Id of the transaction.')
export const reference = z.string().describe("The merchant's reference.")
export const major = z.number().describe('Major units.')
export const selector = z.enum(selectors).describe('What chose it.')
export const drawnBy = z.string().optional().describe('The mix that drew it, if it is a member of one.')
export const chosenScenario = answerObject('ChosenScenario', 'The scenario that was chosen, and what chose it.', {
  name: z.string(),
  by: selector,
  mix: drawnBy,
})
export const nearMissesView = z.array(
  answerObject('NearMiss', 'A rule that nearly matched, and on what it failed.', {
    scenario: z.string().describe('Name of the scenario.'),
    failed: z.array(
      answerObject('FailedKey', 'A key of a rule that did not hold.', {
        key: z.string().describe('Key of `match`.'),
        wanted: z.unknown().describe('What the rule wants.'),
        got: z.unknown().describe('What the request has.'),
      }),
    ),
  }),
)

const pageSize = { error: 'is not a whole number from 1 to 1000', abort: true }

/** A page's size: 1 to 1000; 100 by default. */
export const limitQuery = z.coerce
  .number(pageSize)
  .int(pageSize)
  .min(1, pageSize)
  .max(1000, pageSize)
  .default(100)
  .describe('How many at most.')

/** Finds customers in a list. */
export const searchQuery = z
  .string()
  .max(200)
  .optional()
  .describe(
    'Only those with each word in reference, customer or account number; a number in any form, or a part of it.',
  )

/** Finds calls or webhooks in a list. */
export const bodySearchQuery = z
  .string()
  .max(200)
  .optional()
  .describe(
    'Only those with each word, in any case, in their address, ids, reference, status, bodies or answers as shown.',
  )

/** A switch of a query; off by default. */
export const flagQuery = z
  .enum(['true', 'false'])
  .default('false')
  .transform((text) => text === 'true')

const durations = 'for example "5s", "2m" or "1m30s"'
/** Longer values are cut. */
const shownLength = 60

/** A duration as text, in milliseconds once it passed. */
export const durationText = z.string({ error: ({ input }) => noDuration(input) }).transform((text, context) => {
  const problem = durationProblem(text)
  if (problem === null) return parseDuration(text)
  context.addIssue({ code: 'custom', message: problem })
  return z.NEVER
})

/** How long a call waits, in milliseconds once it passed. */
export const waitText = durationText.refine((ms) => ms <= 86_400_000, {
  error: 'is longer than a call waits; write at most 24h',
})

/** The message for a value that is not text, mostly a number without a unit. */
function noDuration(input: unknown): string {
  if (input === undefined) return `is missing; write ${durations}`
  const shown = JSON.stringify(input)
  return `${shown.length > shownLength ? `${shown.slice(0, shownLength)}…` : shown} is not a duration; write ${durations}`
}
