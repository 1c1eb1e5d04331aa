import { inspect } from 'node:util'
import { meantInstead } from '../domain/did-you-mean.ts'
import { durationProblem } from '../domain/duration.ts'

/**
 * Refuses a value that is not an object, and an unknown option: a TypeError that says what to write, or
 * where to write what has its place elsewhere.
 */
export function checkOptions(
  call: string,
  given: unknown,
  names: readonly string[],
  placeOf: (name: string) => string | null = () => null,
): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new TypeError(
      `${call}: ${asCode(given)} is not an object of options; write { ${names.join(', ')} }, or some of them`,
    )
  }
  for (const name of Object.keys(given)) {
    if (names.includes(name)) continue
    throw new TypeError(`${call}: ${name}: ${placeOf(name) ?? `unknown option; ${meantInstead(name, names)}`}`)
  }
}

/** Refuses a value that is not a duration as text. */
export function checkDuration(call: string, value: unknown): void {
  if (typeof value !== 'string') {
    throw new TypeError(`${call}: ${asCode(value)} is not a duration; write text, such as '5s', '2m' or '1m30s'`)
  }
  const problem = durationProblem(value)
  if (problem !== null) throw new TypeError(`${call}: ${problem}`)
}

/** A value as code writes it, on one line; a long one is cut. */
export function asCode(value: unknown): string {
  return inspect(value, { depth: 0, breakLength: Number.POSITIVE_INFINITY, maxStringLength: 60 })
}

/** An object without what is undefined: JavaScript hands on what it does not have. */
export function givenOnly<T extends object>(options: T): Partial<T> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Partial<T>
}
