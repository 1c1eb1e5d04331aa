import { isObject, jsonIn } from '../../domain/json.ts'

/** The part of a broken file that can be read. */
export interface WholePart {
  /** How many entries are whole, from the first on. */
  readonly count: number
  /** The byte behind the last of them. */
  readonly end: number
  /** True if nothing but the rest of the file is missing. */
  readonly isCutOff: boolean
}

const [quote, backslash] = [0x22, 0x5c]
const [openBracket, closeBracket] = [0x5b, 0x5d]
const [openBrace, closeBrace] = [0x7b, 0x7d]
/** How deep the entries of a HAR are: in the file, in `log`, in its list. */
const entryDepth = 3

/** Looks for the whole entries of a HAR file that `JSON.parse` refuses. */
export function wholePartOf(bytes: Buffer): WholePart {
  let [depth, begin, count, end] = [0, 0, 0, 0]
  let isInEntries = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === quote) at = endOfText(bytes, at)
    else if (byte === openBracket || byte === openBrace) {
      depth++
      if (depth === entryDepth)
        isInEntries = /"entries"\s*:\s*$/.test(bytes.toString('latin1', Math.max(0, at - 40), at))
      if (depth === entryDepth + 1) begin = at
    } else if (byte === closeBracket || byte === closeBrace) {
      depth--
      if (!isInEntries || depth !== entryDepth) continue
      if (!isObject(jsonIn(bytes.toString('utf8', begin, at + 1)))) return { count, end, isCutOff: false }
      count++
      end = at + 1
    }
  }
  return { count, end, isCutOff: depth > 0 }
}

/** Returns where the quote is that ends a text; the end of the file if there is none. */
function endOfText(bytes: Buffer, begin: number): number {
  for (let at = bytes.indexOf(quote, begin + 1); at >= 0; at = bytes.indexOf(quote, at + 1)) {
    let escapes = 0
    while (bytes[at - 1 - escapes] === backslash) escapes++
    if (escapes % 2 === 0) return at
  }
  return bytes.length
}

/** Reads the lines of NDJSON up to one that is not an object. */
export function wholeLinesOf(bytes: Buffer): WholePart & { readonly values: readonly object[] } {
  const values: object[] = []
  for (let begin = 0; begin < bytes.length; ) {
    const newline = bytes.indexOf('\n', begin)
    const next = newline < 0 ? bytes.length : newline + 1
    const line = bytes.toString('utf8', begin, next).replace(/^\uFEFF/, '')
    const value = jsonIn(line)
    if (isObject(value)) values.push(value)
    else if (line.trim() !== '') return { values, count: values.length, end: begin, isCutOff: next === bytes.length }
    begin = next
  }
  return { values, count: values.length, end: bytes.length, isCutOff: false }
}
