import { createReadStream } from 'node:fs'
import { jsonIn } from '../../domain/json.ts'
import { messageOf } from '../../error-code.ts'
import { entryOf } from './entry-of.ts'
import { ObjectFinder } from './objects-in.ts'
import { type Entry, UnusableRecording } from './recording.ts'

/** An entry that describes no call: it has no time, or no http address. */
export interface Unreadable {
  readonly file: string
  readonly index: number
}

/** Yields the entries of a HAR or NDJSON file in the order of the file. Throws an `UnusableRecording`. */
export async function* readRecording(
  file: string,
  onUnreadable: (entry: Unreadable) => void = () => {},
): AsyncGenerator<Entry> {
  let finder: ObjectFinder | null = null
  let index = 0
  for await (const chunk of bytesOf(file)) {
    if (finder === null && !/^\uFEFF?\s*(?:\{|$)/.test(beginOf(chunk))) throw new UnusableRecording(file, isNone)
    finder ??= new ObjectFinder(isHar(chunk))
    for (const { text, byte } of finder.of(chunk)) {
      const value = jsonIn(text)
      if (value === undefined) throw new UnusableRecording(file, `entry #${index} at byte ${byte} is not JSON`)
      const entry = entryOf(value, file, index)
      if (entry === null) onUnreadable({ file, index })
      else yield entry
      index++
    }
  }
  if (finder?.isWhole && finder.openAt === null) return
  if (index === 0) throw new UnusableRecording(file, isNone)
  const end = finder?.openAt ?? finder?.bytes ?? 0
  throw new UnusableRecording(file, `is cut off at byte ${end}; its last whole entry is #${index - 1}`)
}

const isNone = 'is neither a HAR file nor NDJSON with a call in each line'

async function* bytesOf(file: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(file)) yield chunk
  } catch (cause) {
    throw new UnusableRecording(file, `cannot be read (${messageOf(cause)})`)
  }
}

function isHar(chunk: Buffer): boolean {
  return /^\uFEFF?\s*\{\s*"log"\s*:/.test(beginOf(chunk))
}

function beginOf(chunk: Buffer): string {
  return chunk.subarray(0, 4096).toString('utf8')
}
