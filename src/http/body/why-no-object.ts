import { isUtf8 } from 'node:buffer'
import { isObject } from '../../contract/field.ts'
import { isDeeper, jsonIn, maxDepth } from '../../domain/json.ts'

/** Returns why bytes are not a JSON object, and what mends them (D5, D9); null if the cause is not a known one. */
export function whyNoObject(bytes: Buffer, encoding: string | undefined): string | null {
  const text = bytes.toString('utf8')
  if (text.trim() === '') return 'the body is empty: send a JSON object, {} at least'
  const unread = otherBytes(bytes, encoding)
  if (unread !== null) return unread
  const value = jsonIn(text)
  return value === undefined ? (mistakes.find(({ in: isIn }) => isIn(text))?.hint ?? null) : whyOtherJson(value)
}

/** Bytes that are not plain UTF-8. */
function otherBytes(bytes: Buffer, encoding = 'identity'): string | null {
  if (encoding.trim().toLowerCase() !== 'identity') {
    const named = /^[\w-]{1,32}$/.test(encoding) ? `Content-Encoding: ${encoding}` : 'this Content-Encoding'
    return `${named} is not read: send the body uncompressed, and leave the header out`
  }
  if (startsWith(bytes, 0x1f, 0x8b)) return 'the body is compressed with gzip: send it uncompressed'
  if (startsWith(bytes, 0xef, 0xbb, 0xbf))
    return 'the body begins with a byte order mark: encode it as UTF-8 without one'
  if (isUtf16(bytes)) return 'the body is UTF-16: encode it as UTF-8'
  if (isUtf8(bytes)) return null
  return isObject(jsonIn(bytes.toString('latin1')))
    ? 'the body is Latin-1 or Windows-1252: encode it as UTF-8'
    : 'the body is not valid UTF-8: encode its text as UTF-8'
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

function whyOtherJson(value: unknown): string {
  if (typeof value === 'string' && isObject(jsonIn(value))) {
    return 'the body is a JSON string that holds JSON: encode the object once, not twice'
  }
  if (isDeeper(value, maxDepth)) return `the body nests deeper than ${maxDepth} levels: send a flatter object`
  if (Array.isArray(value)) return 'the body is a list: send the object alone, without brackets around it'
  return `the body is ${value === null ? 'null' : `a ${typeof value}`}: send a JSON object`
}

interface Mistake {
  readonly in: (text: string) => boolean
  readonly hint: string
}

/** Text that is nearly JSON, the mistakes of a shell first: they explain the later ones. */
const mistakes: readonly Mistake[] = [
  {
    in: (text) => /^\s*'/.test(text),
    hint: `the body begins with a single quote, which a Windows shell keeps: put it in double quotes, with \\" for each inside, or send a file (curl --data @body.json)`,
  },
  {
    in: (text) => /^\s*\{\s*\\+"/.test(text),
    hint: 'the body has backslashes before its quotes, which the shell kept: leave them out, or send a file (curl --data @body.json)',
  },
  {
    in: (text) => /^\s*\{\s*'/.test(text),
    hint: 'the texts in the body are in single quotes: JSON has double quotes only (JSON.stringify, json.dumps)',
  },
  {
    in: (text) => /^\s*\{\s*[\u2018-\u201f]/.test(text),
    hint: 'the body has typographic quotes: write straight double quotes',
  },
  {
    in: (text) => /^\s*\{\s*[A-Za-z_]/.test(text),
    hint: `the names in the body are not in double quotes, which a Windows shell takes away: write \\" for each, or send a file (curl --data @body.json)`,
  },
  {
    in: (text) => hasWord(text, 'NaN|Infinity'),
    hint: 'the body holds NaN or Infinity, which JSON does not have: send a number, or leave the field out',
  },
  {
    in: (text) => hasWord(text, 'undefined|None|nil|True|False'),
    hint: 'the body holds a word that JSON does not have: write null, true or false',
  },
  {
    in: (text) => /[:[,]\s*-?0[0-9]/.test(withoutTexts(text)),
    hint: 'a number in the body begins with a zero: send account numbers and bank codes in quotes',
  },
  {
    in: (text) => /,\s*[}\]]/.test(withoutTexts(text)),
    hint: 'the body has a comma before a closing bracket: leave it out',
  },
  {
    in: (text) => /^\s*\{/.test(text) && isCutOff(withoutTexts(text)),
    hint: 'the body ends too early: send all of it, with a Content-Length in bytes, not in characters',
  },
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
