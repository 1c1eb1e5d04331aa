import { z } from 'zod'
import { durationProblem, parseDuration } from '../domain/duration.ts'

const pageSize = { error: 'is not a whole number from 1 to 1000', abort: true }

/** A page's size: 1 to 1000, 100 where not given. */
export const limitQuery = z.coerce
  .number(pageSize)
  .int(pageSize)
  .min(1, pageSize)
  .max(1000, pageSize)
  .default(100)
  .describe('How many at most.')

const durations = 'for example "5s", "2m" or "1m30s"'
/** Values longer than this are cut where they are shown. */
const shownLength = 60

/** A duration as text, in milliseconds once it passed. */
export const durationText = z.string({ error: ({ input }) => noDuration(input) }).transform((text, context) => {
  const problem = durationProblem(text)
  if (problem === null) return parseDuration(text)
  context.addIssue({ code: 'custom', message: problem })
  return z.NEVER
})

/** The message for a value that is no text: above all numbers, whose unit is unknown. */
function noDuration(input: unknown): string {
  if (input === undefined) return `is missing; write ${durations}`
  const shown = JSON.stringify(input)
  return `${shown.length > shownLength ? `${shown.slice(0, shownLength)}…` : shown} is not a duration; write ${durations}`
}
