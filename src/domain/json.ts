/** A value that JSON can carry. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject

/** An object that JSON can carry. */
export type JsonObject = { readonly [key: string]: Json }

/** The deepest nesting that is accepted, the value itself being the first level (D9). */
export const maxDepth = 64

/** True when a value nests deeper than `levels`; looks no further than that. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  for (const inner of Object.values(value)) if (isDeeper(inner, levels - 1)) return true
  return false
}
