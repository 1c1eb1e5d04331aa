import { isUtf8 } from 'node:buffer'
import { isDeeper, isObject, jsonIn, maxDepth } from '../../domain/json.ts'
import type { NoObject, NoObjectCause } from '../../words/no-object.ts'

/** Returns why bytes are not a JSON object (D5, D9); null if the cause is not a known one. */
export function whyNoObject(bytes: Buffer, encoding: string | undefined): NoObject | null {
  const text = bytes.toString('utf8')
  if (text.trim() === '') return { is: 'empty' }
  const unread = otherBytes(bytes, encoding)
  if (unread !== null) return unread
  if (isDeeper(text, maxDepth)) return { is: 'deep', levels: maxDepth }
  const value = jsonIn(text)
  if (value !== undefined) return whyOtherJson(value)
  const [mistake] = mistakes.find(([, isIn]) => isIn(text)) ?? []
  return mistake === undefined ? null : { is: mistake }
}

/** Bytes that are not plain UTF-8. */
function otherBytes(bytes: Buffer, encoding = 'identity'): NoObject | null {
  if (encoding.trim().toLowerCase() !== 'identity') {
    return { is: 'encoded', encoding: /^[\w-]{1,32}$/.test(encoding) ? encoding : null }
  }
  if (startsWith(bytes, 0x1f, 0x8b)) return { is: 'gzip' }
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return { is: 'byte-order-mark' }
  if (isUtf16(bytes)) return { is: 'utf-16' }
  if (isUtf8(bytes)) return null
  return { is: isObject(jsonIn(bytes.toString('latin1'))) ? 'latin-1' : 'not-utf-8' }
}

function startsWith(bytes: Buffer, ...first: readonly number[]): boolean {
  return first.every((byte, index) => bytes[index] === byte)
}

/** With its byte order mark, or by the zero beside the first ASCII character; UTF-32 has more zeros. */
function isUtf16(bytes: Buffer): boolean {
  if (startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0xfe, 0xff)) return true
  const [first, second, third, fourth] = bytes
  if (fourth === undefined) return false
  const isLittleEndian = first !== 0 && second === 0 && third !== 0
  return isLittleEndian || (first === 0 && second !== 0 && third === 0 && fourth !== 0)
}

function whyOtherJson(value: unknown): NoObject {
  if (typeof value === 'string' && isObject(jsonIn(value))) return { is: 'encoded-twice' }
  if (Array.isArray(value)) return { is: 'list' }
  return { is: 'other-value', value: value === null ? 'null' : typeof value }
}

/** Text that is nearly JSON, the mistakes of a shell first: they explain the later ones. */
const mistakes: readonly (readonly [NoObjectCause, isIn: (text: string) => boolean])[] = [
  ['single-quote', (text) => /^\s*'/.test(text)],
  ['backslashes', (text) => /^\s*\{\s*\\+"/.test(text)],
  ['single-quotes', (text) => /^\s*\{\s*'/.test(text)],
  ['typographic-quotes', (text) => /^\s*\{\s*[\u2018-\u201f]/.test(text)],
  ['no-quotes', (text) => /^\s*\{\s*[A-Za-z_]/.test(text)],
  ['not-a-number', (text) => hasWord(text, 'NaN|Infinity')],
  ['foreign-word', (text) => hasWord(text, 'undefined|None|nil|True|False')],
  ['leading-zero', (text) => /[:[,]\s*-?0[0-9]/.test(withoutTexts(text))],
  ['trailing-comma', (text) => /,\s*[}\]]/.test(withoutTexts(text))],
  ['cut-off', (text) => /^\s*\{/.test(text) && isCutOff(withoutTexts(text))],
]

function hasWord(text: string, words: string): boolean {
  return new RegExp(`(?<![\\w"])(?:${words})(?![\\w"])`).test(withoutTexts(text))
}

/** JSON without what its texts hold. A text that does not end lasts until the end of the body. */
function withoutTexts(json: string): string {
  return json.replaceAll(/"[^"\\]*(?:\\.?[^"\\]*)*(?:"|$)/gs, '""')
}

function isCutOff(json: string): boolean {
  const count = (brackets: RegExp) => json.match(brackets)?.length ?? 0
  return count(/[{[]/g) > count(/[}\]]/g)
}
