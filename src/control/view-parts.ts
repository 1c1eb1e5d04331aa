import { z } from 'zod'
import { answerObject } from '../contract/named.ts'
import { selectors } from '../domain/plan.ts'

/** A moment as ISO 8601 text. */
export function iso(at: number): string {
  return new Date(at).toISOString()
}

/** A moment of a business's sandbox time. */
export const time = z.iso.datetime().describe("ISO 8601, UTC, in the business's sandbox time.")
export const transactionId = z.string().describe('Id of the transaction.')
export const reference = z.string().describe("The merchant's reference.")
/** A sum as people write it. */
export const major = z.number().describe('Major units.')
/** Which of the seven ways chose a scenario. */
export const selector = z.enum(selectors).describe('What chose it.')
export const nearMisses = z.array(
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
