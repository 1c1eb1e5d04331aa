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
