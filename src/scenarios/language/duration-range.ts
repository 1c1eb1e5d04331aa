import { durationForm, durationProblem, parseDuration } from '../../domain/duration.ts'

/** A span of time from which a seeded pick is made; both ends are the same for a plain duration. */
export interface DurationRange {
  readonly minMs: number
  readonly maxMs: number
}

export const durationRangeForm = `${durationForm}(?:\\.\\.${durationForm})?`

/** The span that `5s` or `2s..8s` means; throws a RangeError that says what to write. */
export function parseDurationRange(text: string): DurationRange {
  const problem = durationRangeProblem(text)
  if (problem !== null) throw new RangeError(problem)
  const [from = text, to = from] = text.split('..')
  return { minMs: parseDuration(from), maxMs: parseDuration(to) }
}

/** What is wrong with a duration or range and what to write instead; null when nothing is. */
export function durationRangeProblem(text: string): string | null {
  const parts = text.split('..')
  if (parts.length === 1) return durationProblem(text)
  const [from = '', to = '', ...more] = parts
  if (more.length > 0) return `${JSON.stringify(text.slice(0, 60))} is not a range; write for example 2s..8s`
  const problem = durationProblem(from) ?? durationProblem(to)
  if (problem !== null) return `${problem}, or a range such as 2s..8s`
  if (parseDuration(from) > parseDuration(to)) return `${text} runs backwards; write ${to}..${from}`
  return null
}
