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

const noDuration = 'is not a duration; write for example "5s", "2m" or "1m30s"'

/** A duration as text, in milliseconds once it passed. */
export const durationText = z.string({ error: noDuration }).transform((text, context) => {
  const problem = durationProblem(text)
  if (problem === null) return parseDuration(text)
  context.addIssue({ code: 'custom', message: problem })
  return z.NEVER
})
