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

/** True for a JSON object: neither null nor a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The deepest nesting that is accepted, the value itself being the first level (D9). */
export const maxDepth = 64

/** True if a JSON text nests deeper than `levels`. Ask before it is parsed: a value of 100,000 levels takes long to make. */
export function isDeeper(text: string, levels: number): boolean {
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < text.length && depth <= levels; at++) {
    const character = text[at]
    if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) at += character === '\\' ? 1 : 0
    else if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') depth--
  }
  return depth > levels
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
