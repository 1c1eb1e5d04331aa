import { z } from 'zod'
import { meantInstead } from '../../domain/did-you-mean.ts'

// Messages may say {value}: `locate.ts` puts there the value as the file shows it, which zod does not know.

type Issue = z.core.$ZodRawIssue
export type Says = (issue: Issue) => string

/** Most unknown keys of one map that are reported: a hostile file could have thousands. */
const mostUnknownKeys = 50

/** The message for a wrong value, and the one for a missing value. */
export function says(wrong: string, missing = 'is missing; write it'): Says {
  return (issue) => (issue.input === undefined ? missing : wrong)
}

/** The message for a value that must be text, mostly digits that YAML reads as a number. */
export function saysText(issue: Issue): string {
  const { input } = issue
  if (input === undefined) return 'is missing; write some text'
  if (typeof input === 'number') return '{value} is read as a number; put it in quotes: "{value}"'
  if (typeof input === 'boolean') return '{value} is read as true or false; put it in quotes: "{value}"'
  return input === null ? 'is empty; write some text' : 'must be text, not {value}; write some in quotes'
}

export function saysName(what: string, names: readonly string[]): Says {
  return ({ input }) => {
    const all = `write one of ${names.join(', ')}`
    if (input === undefined) return `is missing; ${all}`
    return `{value} is not ${what}; ${typeof input === 'string' ? meantInstead(input, names) : all}`
  }
}

export function saysEmptyList(what: string): Says {
  return says(`is an empty list, which nothing matches; write at least one ${what}`)
}

/** The message for a value that is not a duration; `problemOf` judges text. */
export function saysDuration(problemOf: (text: string) => string | null): Says {
  const examples = 'write for example 5s, 2m or 1m30s'
  const unitless = says(`{value} is not a duration; ${examples}`, `is missing; ${examples}`)
  return (issue) => (typeof issue.input === 'string' ? problemOf(issue.input) : null) ?? unitless(issue)
}

/** A map that refuses unknown keys: a line of its message for each, with the nearest known key. */
export function strictMap<Shape extends z.core.$ZodLooseShape>(shape: Shape): z.ZodObject<Shape, z.core.$strict> {
  const keys = Object.keys(shape)
  const some = keys.slice(0, 3).join(', ')
  const wrong = says(`must be a map with keys such as ${some}, not {value}`)
  return z.strictObject(shape, {
    error: (issue) => {
      if (issue.input === null) return `is empty; give it keys such as ${some}`
      if (issue.code !== 'unrecognized_keys') return wrong(issue)
      const unknown = issue.keys.slice(0, mostUnknownKeys)
      return unknown.map((key) => `unknown key; ${elsewhere.get(key) ?? meantInstead(key, keys)}`).join('\n')
    },
  })
}

/** A `strictMap` with at least one key. If all keys are unknown, only those are reported. */
export function filledMap<Shape extends z.core.$ZodLooseShape>(shape: Shape, isEmpty: string) {
  return strictMap(shape)
    .refine((value) => Object.keys(value).length > 0, { error: isEmpty, when: ({ issues }) => issues.length === 0 })
    .meta({ minProperties: 1 })
}

/** Names that people look for in a scenario, with the key that does it. */
const elsewhere: ReadonlyMap<string, string> = new Map([
  [
    'times',
    'a scenario plays as often as it is chosen; for the next requests only, queue it: payments-sandbox use NAME --times 2',
  ],
])
