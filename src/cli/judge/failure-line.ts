import { stripVTControlCharacters } from 'node:util'

/** A line that names an error, also after pytest's E: `AssertionError: expected 10.5, got 21`. */
const namesError = /^(?:E\s+assert\b|(?:E\s+)?[\w.]*(?:error|exception)\b[^:]*:)/i
const saysWhatWasExpected = /\bexpected\b|\bgot\b.*\bwant\b/i
/** As compilers and Go's tests begin a line: `shop_test.go:12: credited 21`. */
const namesPlace = /^[\w./-]+\.\w+:\d+(?::\d+)?: /
const isStackFrame = /^at .*:\d+:\d+\)?(?: \{)?$/
/** Node's form of an error without a stack, perhaps with properties below it: `[TypeError: fetch failed] {`. */
const inBrackets = /^\[(\w+(?: \[\w+\])?: .*)\](?: \{)?$/
/** Goes on in the next line. */
const isHeading = /(?::| \|-)$/
const longest = 200

/**
 * The line with which a command says why it failed: the last one that names an error, otherwise the last that says what was expected,
 * otherwise the last that begins with a place in the code, otherwise its last one, with the exit code. Null for a command that
 * printed no word.
 */
export function failureLine(printed: string, code: number): string | null {
  const lines = stripVTControlCharacters(printed)
    .split(/\r?\n|\r/)
    .map((line) => line.trim().replace(inBrackets, '$1'))
    .filter((line) => /[\p{L}\p{N}]/u.test(line) && !isStackFrame.test(line))
  const last = lines.at(-1)
  if (last === undefined) return null
  const found = [namesError, saysWhatWasExpected, namesPlace]
    .map((kind) => lines.findLastIndex((line) => kind.test(line)))
    .find((index) => index >= 0)
  if (found === undefined) return `${last.slice(0, longest)} (exit code ${code})`
  const end = lines.findIndex((line, index) => index >= found && !isHeading.test(line))
  const text = lines.slice(found, end < 0 ? undefined : end + 1).join(' ')
  return text.replace(/^E\s+/, '').slice(0, longest)
}
