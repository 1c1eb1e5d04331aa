import { z } from 'zod'

export type Json = string | number | boolean | null | readonly Json[] | JsonObject

export type JsonObject = { readonly [key: string]: Json }

/** Returns the value of a JSON text, or undefined if it is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The deepest nesting that is accepted, the value itself being the first level (D9). */
export const maxDepth = 64

/** True when a value nests deeper than `levels`; looks no further than that. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  for (const inner of Object.values(value)) if (isDeeper(inner, levels - 1)) return true
  return false
}

/** Names a value in an answer (RFC 6901). */
export const pointer = z
  .string()
  .regex(/^(\/[^/]*)+$/, 'is not a JSON pointer; write for example /status, or /order/credited for a field inside')
  .describe('JSON pointer into the answer.')

/** Returns what a JSON pointer names in a value, or undefined. */
export function valueAtPointer(value: unknown, pointer: string): unknown {
  const steps = pointer.slice(1).split('/')
  return steps.reduce<unknown>((found, step) => {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    return typeof found === 'object' && found !== null && Object.hasOwn(found, name)
      ? (found as Record<string, unknown>)[name]
      : undefined
  }, value)
}
