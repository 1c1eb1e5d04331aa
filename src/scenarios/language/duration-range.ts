import { durationForm, durationProblem, parseDuration } from '../../domain/duration.ts'

/** A span from which the seed picks a time; both ends are equal for a plain duration. */
export interface DurationRange {
  readonly minMs: number
  readonly maxMs: number
}

export const durationRangeForm = `${durationForm}(?:\\.\\.${durationForm})?`

/** Parses `5s` or `2s..8s`. Throws a RangeError that says what to write. */
export function parseDurationRange(text: string): DurationRange {
  const problem = durationRangeProblem(text)
  if (problem !== null) throw new RangeError(problem)
  const [from = text, to = from] = text.split('..')
  return { minMs: parseDuration(from), maxMs: parseDuration(to) }
}

/** Returns what is wrong with a duration or range and what to write instead, or null. */
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
