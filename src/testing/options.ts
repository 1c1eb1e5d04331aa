import { inspect } from 'node:util'
import { unknownOption } from '../config.ts'

/** Refuses what is no object of these options, and a name that is none of them: a TypeError that says what to write. */
export function checkOptions(
  call: string,
  given: unknown,
  names: readonly string[],
  unknownText: (name: string, names: readonly string[]) => string = unknownOption,
): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new TypeError(
      `${call}: ${shown(given)} is not an object of options; write { ${names.join(', ')} }, or some of them`,
    )
  }
  for (const name of Object.keys(given)) {
    if (!names.includes(name)) throw new TypeError(`${call}: ${unknownText(name, names)}`)
  }
}

/** A value as code writes it, on one line; a long one is cut. */
export function shown(value: unknown): string {
  return inspect(value, { depth: 0, breakLength: Number.POSITIVE_INFINITY, maxStringLength: 60 })
}

/** An object without what is undefined: JavaScript hands on what it does not have. */
export function givenOnly<T extends object>(options: T): Partial<T> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Partial<T>
}
