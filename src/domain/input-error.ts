import { z } from 'zod'
import { meantInstead } from './did-you-mean.ts'

/** Longer values are left out of messages. */
const shownLength = 40
/** More problems of one value are not looked at. */
const mostProblems = 1000

/**
 * Options of `parse` and `safeParse` for input of the sandbox's users. Messages say what to write instead; a rule's own
 * message takes precedence.
 */
export const inputError: { readonly error: z.core.$ZodErrorMap; readonly jitless: true } = {
  // Compiling a schema takes longer than reading the few values that a sandbox reads with it.
  jitless: true,
  error: (issue) => {
    switch (issue.code) {
      case 'invalid_value':
        return wrongChoice(issue.input, issue.values.map(String))
      case 'invalid_type':
        return wrongType(issue.input, issue.expected)
      case 'too_big':
        return `${shown(issue.input)}is too large; write at most ${issue.maximum}${unitOf(issue.origin)}`
      case 'too_small':
        return tooSmall(issue)
      default:
        return undefined
    }
  },
}

export interface Problem {
  readonly path: readonly PropertyKey[]
  /** `key`: the name itself is wrong, not its value. */
  readonly on: 'key' | 'value'
  readonly message: string
}

/** Returns the problems that a schema found. Each unknown key is one, with the nearest known name. */
export function problemsOf({ issues }: z.ZodError, schema: z.ZodType, what: 'key' | 'setting'): Problem[] {
  const unknown = (path: Problem['path'], key: string): Problem => {
    const message = `unknown ${what}; ${meantInstead(key, namesUnder(schema, path))}`
    return { path: [...path, key], on: 'key', message }
  }
  return issues.slice(0, mostProblems).flatMap((issue): Problem[] => {
    const { path } = issue
    if (issue.code === 'unrecognized_keys') return issue.keys.slice(0, mostProblems).map((key) => unknown(path, key))
    if (issue.code !== 'invalid_key') return [{ path, on: 'value', message: issue.message }]
    const [above, key] = [path.slice(0, -1), path.at(-1)]
    if (typeof key === 'string' && namesUnder(schema, above).length > 0) return [unknown(above, key)]
    return issue.issues.map(({ message }) => ({ path, on: 'value', message }))
  })
}

/** Formats a path with dots. A live key is not shown (D2). */
export function pathText(path: Problem['path']): string {
  return path.map((part) => String(part).replace(/^live_.*/s, 'live_...')).join('.')
}

/** Returns the names allowed at a path; empty if every name is allowed. */
function namesUnder(schema: z.core.$ZodType | undefined, [key, ...deeper]: Problem['path']): readonly string[] {
  const isGiven = schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault
  if (isGiven || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    return namesUnder(schema.unwrap(), key === undefined ? [] : [key, ...deeper])
  }
  if (schema instanceof z.ZodObject) {
    return key === undefined ? Object.keys(schema.shape) : namesUnder(schema.shape[String(key)], deeper)
  }
  if (!(schema instanceof z.ZodRecord)) return []
  if (key !== undefined) return namesUnder(schema.valueType, deeper)
  return schema.keyType instanceof z.ZodEnum ? schema.keyType.options.map(String) : []
}

function wrongChoice(input: unknown, names: readonly string[]): string {
  const all = `write one of ${names.join(', ')}`
  if (input === undefined) return `is missing; ${all}`
  if (typeof input === 'number' && names.every((name) => /^\d+$/.test(name))) return `${input} is not a choice; ${all}`
  if (typeof input !== 'string') return `is ${kindOf(input)}; ${all}`
  return `${shown(input)}is not a choice; ${meantInstead(input, names)}`
}

function wrongType(input: unknown, expected: string): string {
  const wanted = kinds[expected] ?? expected
  return input === undefined ? `is missing; write ${wanted}` : `is ${kindOf(input)}; write ${wanted}`
}

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map',
  record: 'a map',
}

function kindOf(input: unknown): string {
  if (input === null) return 'null'
  if (Array.isArray(input)) return 'a list'
  if (typeof input === 'number' && !Number.isInteger(input)) return `${input}`
  return kinds[typeof input] === undefined ? typeof input : `${kinds[typeof input]}`
}

function tooSmall({ input, origin, minimum, inclusive }: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string {
  if (origin !== 'number' && origin !== 'int' && minimum === 1) return 'is empty; write something'
  const bound = inclusive === false ? 'more than' : 'at least'
  return `${shown(input)}is too small; write ${bound} ${minimum}${unitOf(origin)}`
}

function shown(input: unknown): string {
  const text = JSON.stringify(input) ?? ''
  return typeof input === 'object' || text.length > shownLength ? '' : `${text} `
}

function unitOf(origin: string): string {
  if (origin === 'string') return ' characters'
  return origin === 'array' ? ' entries' : ''
}
