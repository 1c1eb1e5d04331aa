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
 * True when every string and key inside a JSON value is sound text, and no number is too large for JSON to tell again
 * (D11, metadata).
 */
export function isSoundJson(value: unknown): boolean {
  if (typeof value === 'string') return isSoundText(value)
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) => isSoundText(key) && isSoundJson(inner))
}
