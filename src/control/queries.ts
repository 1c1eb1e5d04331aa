import { z } from 'zod'
import { durationProblem, parseDuration } from '../domain/duration.ts'

/** A page's size: 1 to 1000, 100 where not given. */
export const limitQuery = z.coerce.number().int().min(1).max(1000).default(100)

/** A duration as text, in milliseconds once it passed. */
export const durationText = z.string().transform((text, context) => {
  const problem = durationProblem(text)
  if (problem === null) return parseDuration(text)
  context.addIssue({ code: 'custom', message: problem })
  return z.NEVER
})
