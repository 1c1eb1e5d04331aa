import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { isObject, jsonIn } from '../../domain/json.ts'
import { messageOf } from '../../error-code.ts'
import { shellWord } from '../../text.ts'
import { entryOf } from './entry-of.ts'
import { type RecordedEntry, UnusableRecording } from './recording.ts'
import { type WholePart, wholeLinesOf, wholePartOf } from './whole-part.ts'

/** What a file has. */
export interface Recording {
  readonly file: string
  /** In the order of the file. */
  readonly entries: readonly RecordedEntry[]
  /** The numbers of entries that describe no call. */
  readonly unreadable: readonly number[]
  /** True if `record` was ended while it wrote the last entry, which is not read. */
  readonly isTorn: boolean
}

/** 64 MB. */
const largest = 64 * 2 ** 20

/** Reads a HAR file, or NDJSON with a call in each line. Throws an `UnusableRecording`. */
export function readRecording(file: string): Recording {
  const found = bytesOf(file)
  const begin = found.bytes.toString('utf8', 0, 4096)
  if (!/^\uFEFF?\s*\{/.test(begin)) throw neither(file)
  const { values, isTorn } = /^\uFEFF?\s*\{\s*"log"\s*:/.test(begin) ? harIn(file, found) : linesIn(file, found)
  const read = values.map((value, index) => ({ index, entry: entryOf(value, file, index) }))
  return {
    file,
    entries: read.flatMap(({ entry }) => entry ?? []),
    unreadable: read.flatMap(({ entry, index }) => (entry === null ? index : [])),
    isTorn,
  }
}

interface Bytes {
  readonly bytes: Buffer
  /** False if the file is larger: these are its first ones. */
  readonly isAll: boolean
}

function bytesOf(file: string): Bytes {
  try {
    // Reading a named pipe or a device can wait forever.
    if (!statSync(file).isFile()) throw new UnusableRecording(file, 'is not a file')
    const input = openSync(file, 'r')
    try {
      const { size } = fstatSync(input)
      const bytes = Buffer.alloc(Math.min(size, largest))
      readSync(input, bytes)
      return { bytes, isAll: size <= largest }
    } finally {
      closeSync(input)
    }
  } catch (cause) {
    throw cause instanceof UnusableRecording
      ? cause
      : new UnusableRecording(file, `cannot be read (${messageOf(cause)})`)
  }
}

interface Values {
  readonly values: readonly unknown[]
  readonly isTorn: boolean
}

function harIn(file: string, { bytes, isAll }: Bytes): Values {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  const value = isAll ? jsonIn(text) : undefined
  if (value !== undefined) return { values: entriesIn(file, value), isTorn: false }
  const part = wholePartOf(bytes)
  if (!isAll || !isTorn(text, bytes.toString('utf8', part.end))) throw broken(file, part, isAll, ']}}')
  const whole = bytes.toString('utf8', 0, part.end)
  return { values: part.count === 0 ? [] : entriesIn(file, jsonIn(`${whole}]}}`)), isTorn: true }
}

function entriesIn(file: string, value: unknown): readonly unknown[] {
  const log = isObject(value) ? value.log : null
  if (isObject(log) && Array.isArray(log.entries)) return log.entries
  throw neither(file)
}

/** True if `record` wrote the file, and `rest`, behind the last whole entry, has no other: it writes an entry in a line. */
function isTorn(text: string, rest: string): boolean {
  if (!text.startsWith('{"log":{"version":"1.2","creator":{"name":"payments-sandbox",')) return false
  return !rest.split('\n').some((line) => isObject(jsonIn(line.replace(/,$/, ''))))
}

function linesIn(file: string, { bytes, isAll }: Bytes): Values {
  const { values, ...part } = wholeLinesOf(bytes)
  if (!isAll || part.end < bytes.length) throw broken(file, part, isAll, '')
  return { values, isTorn: false }
}

function neither(file: string): UnusableRecording {
  return new UnusableRecording(file, 'is neither a HAR file nor NDJSON with a call in each line')
}

/** Says where the file is broken, and how to go on with what is whole. */
function broken(file: string, { count, end, isCutOff }: WholePart, isAll: boolean, closing: string): UnusableRecording {
  if (count === 0) return new UnusableRecording(file, 'is broken, and has no whole entry: record it again')
  const is = !isAll ? 'is larger than 64 MB: it can be cut' : isCutOff ? 'is cut off' : 'is broken'
  const rest = closing === '' ? '' : `; echo '${closing}'`
  const cut = `(head -c ${end} ${shellWord(file)}${rest}) > whole${closing === '' ? '.ndjson' : '.har'}`
  return new UnusableRecording(
    file,
    `${is} at byte ${end}; its last whole entry is #${count - 1}. To keep that: ${cut}`,
  )
}
