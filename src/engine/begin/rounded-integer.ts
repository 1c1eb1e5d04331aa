import type { JsonObject } from '../../domain/json.ts'

/** Names an integer of the metadata that JSON numbers may not hold exactly (D5), or returns null. Looks for the first. */
export function roundedInteger(metadata: JsonObject): string | null {
  const found = inexactIn(metadata)
  if (found === null) return null
  const path = ['metadata', ...found.keys].join('.')
  const named = /^[\w.-]{1,64}$/.test(path) ? path : 'a number in metadata'
  return `${named} is beyond 2^53, where JSON numbers lose digits: it was read as ${found.value}, so send it in quotes`
}

interface Inexact {
  readonly keys: readonly string[]
  readonly value: number
}

// From 10^21 on, a number is no identifier that was sent as an integer.
function inexactIn(value: unknown): Inexact | null {
  if (typeof value === 'number') {
    const isInexact = Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21
    return isInexact ? { keys: [], value } : null
  }
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    const found = inexactIn(inner)
    if (found !== null) return { ...found, keys: [key, ...found.keys] }
  }
  return null
}
