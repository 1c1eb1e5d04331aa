import { wallMs } from '../../time.ts'

/** What stands for the placeholders of a plan, such as `{local}`; undefined leaves one as it is. */
export type ValueFor = (name: string) => string | undefined

const placeholder = /\{((?:env:)?\w+)\}/g

/** Replaces the placeholders in all texts of a value. */
export function filled<T>(value: T, valueFor: ValueFor): T
export function filled(value: unknown, valueFor: ValueFor): unknown {
  if (typeof value === 'string') return value.replace(placeholder, (all, name: string) => valueFor(name) ?? all)
  if (Array.isArray(value)) return value.map((one) => filled(one, valueFor))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one, valueFor)]))
}

/** Returns the variables that a plan names as `{env:NAME}`. */
export function variablesIn(plan: unknown): readonly string[] {
  return [...JSON.stringify(plan).matchAll(/\{env:(\w+)\}/g)].map(([, name = '']) => name)
}

/** Returns texts for `{fresh}` that no audit of the same shop had before. */
export function freshTexts(): () => string {
  const begin = wallMs()
  let count = 0
  return () => `${begin}-${++count}`
}

/** Gives `{fresh}` a value. */
export function withFresh(valueFor: ValueFor, fresh: string): ValueFor {
  return (name) => (name === 'fresh' ? fresh : valueFor(name))
}
