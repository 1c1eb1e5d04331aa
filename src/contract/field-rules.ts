import { webUrl } from '../domain/web-url.ts'
import { type Field, isAbsent, type ReadingRule, type Rule } from './read-fields.ts'

/** A field by its rules, which give its JSON Schema; it may be left out unless one of them is `required`. */
export function field<T>(description: string, rules: readonly (Rule | ReadingRule<T>)[]): Field<T> {
  const judging = rules.flatMap((rule) => ('fails' in rule ? [rule] : []))
  return {
    optional: judging.every(({ fails }) => fails !== isAbsent),
    jsonSchema: Object.assign({}, ...judging.map(({ jsonSchema }) => jsonSchema), { description }),
    rules,
  }
}

/** Rules that many fields share; `spoken` is what their messages call the field (spec 7.3). */

/** Fails on what is absent or null. */
export function required(spoken: string): Rule {
  return { message: `${spoken} is required`, fails: isAbsent }
}

/** Fails on what is not a text, or one that cannot survive storage and JSON (D11). */
export function stringType(spoken: string, isText = isSoundText): Rule {
  const fails = (value: unknown) => typeof value !== 'string' || !isText(value)
  return { message: `${spoken} must be a valid string`, fails, jsonSchema: { type: 'string' } }
}

/** The same for names and numbers: control characters are refused too (D11). */
export function plainType(spoken: string): Rule {
  return stringType(spoken, isPlainText)
}

/** Fails on what is absent or `""`; white space only passes (D6). */
export function notEmpty(spoken: string): Rule {
  const fails = (value: unknown) => isAbsent(value) || value === ''
  return { message: `${spoken} cannot be empty`, fails, jsonSchema: { minLength: 1 } }
}

/** Fails on what is not a text of one character or more. */
export function minLength(spoken: string): Rule {
  const fails = (value: unknown) => typeof value !== 'string' || value.length < 1
  return { message: `${spoken} must be at least 1 character long`, fails, jsonSchema: { minLength: 1 } }
}

/** Fails on what is not an address with http or https. */
export function validUrl(spoken: string): Rule {
  const fails = (value: unknown) => typeof value !== 'string' || webUrl(value) === null
  return { message: `${spoken} must be a valid URL`, fails }
}

/** Fails on what is not a UUID of any version. */
export function validUuid(spoken: string): Rule {
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
  const fails = (value: unknown) => typeof value !== 'string' || !uuid.test(value)
  return { message: `${spoken} must be a valid UUID`, fails, jsonSchema: { type: 'string', format: 'uuid' } }
}

/** Fails on what is none of these texts. */
export function oneOf(texts: readonly string[], message: string): Rule {
  const known: ReadonlySet<unknown> = new Set(texts)
  return { message, fails: (value) => !known.has(value), jsonSchema: { type: 'string', enum: texts } }
}

/** True for text that survives storage and JSON on every platform: no lone surrogates, no NUL (D11). */
export function isSoundText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000')
}

/** True for sound text without control characters, as references, names and numbers must be (D11). */
export function isPlainText(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) < 0x20) return false
  return text.isWellFormed()
}

/**
 * True when every string and key inside a JSON value is sound text, and no number is too large for JSON to repeat
 * (D11, metadata).
 */
export function isSoundJson(value: unknown): boolean {
  if (typeof value === 'string') return isSoundText(value)
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) => isSoundText(key) && isSoundJson(inner))
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

/** True for white space only, and for nothing at all. */
export function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === ''
}
