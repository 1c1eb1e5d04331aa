import { webUrl } from '../domain/web-url.ts'
import type { Rule } from './field.ts'

/** Rules that many fields share; `spoken` is what their messages call the field (spec 7.3). */

export function required(spoken: string): Rule {
  return { message: `${spoken} is required`, passes: (value) => value !== undefined }
}

/** Refuses a value that is not text, and text that cannot survive storage and JSON (D11). */
export function stringType(spoken: string, isText = isSoundText): Rule {
  const passes = (value: unknown) => typeof value === 'string' && isText(value)
  const inQuotes = `${spoken} is a number: send it in quotes, with the zeros that it begins with`
  const hint = (value: unknown) => (typeof value === 'number' ? inQuotes : null)
  return { message: `${spoken} must be a valid string`, passes, jsonSchema: { type: 'string' }, hint }
}

/** The same for names and numbers: control characters are refused too (D11). */
export function plainType(spoken: string): Rule {
  return stringType(spoken, isPlainText)
}

/** Refuses an absent field and `""`; white space only passes (D6). */
export function notEmpty(spoken: string): Rule {
  const passes = (value: unknown) => value !== undefined && value !== ''
  return { message: `${spoken} cannot be empty`, passes, jsonSchema: { minLength: 1 } }
}

export function minLength(spoken: string): Rule {
  const passes = (value: unknown) => typeof value === 'string' && value !== ''
  return { message: `${spoken} must be at least 1 character long`, passes, jsonSchema: { minLength: 1 } }
}

export function validUrl(spoken: string): Rule {
  const passes = (value: unknown) => typeof value === 'string' && webUrl(value) !== null
  return { message: `${spoken} must be a valid URL`, passes }
}

export function validUuid(spoken: string): Rule {
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
  const passes = (value: unknown) => typeof value === 'string' && uuid.test(value)
  return { message: `${spoken} must be a valid UUID`, passes, jsonSchema: { type: 'string', format: 'uuid' } }
}

export function oneOf(texts: readonly string[], message: string): Rule {
  const known: ReadonlySet<unknown> = new Set(texts)
  return { message, passes: (value) => known.has(value), jsonSchema: { type: 'string', enum: texts } }
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
