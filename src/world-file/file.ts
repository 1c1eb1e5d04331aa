import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { createGunzip, createGzip } from 'node:zlib'
import { monotonicMs, nextTurn } from '../time.ts'
import { lineReader, lineWriter } from './lines.ts'
import type { WorldRecord } from './records.ts'
import { notExported, UnusableWorld } from './unusable.ts'

/** The largest file that can be imported, packed, in bytes. */
export const mostWorldBytes = 64 * 1024 * 1024
/** The same unpacked, and its longest line. None of it is kept in memory. */
const mostUnpackedBytes = 1024 * 1024 * 1024
const mostLineBytes = 4 * 1024 * 1024

/** How long records are read in one turn of the event loop, and how many at most: the store writes them in one commit. */
const turnMs = 4
const mostAtOnce = 200

/** Text that is given to the packer at once: each piece costs a trip to another thread. */
const pieceLength = 64 * 1024

export function worldPacker() {
  const gzip = createGzip()
  const packed = buffer(gzip)
  const line = lineWriter()
  let lines = 0
  let piece = ''
  const write = (record: WorldRecord): void => {
    piece += line(record)
    lines++
    if (piece.length >= pieceLength) give()
  }
  const give = () => {
    gzip.write(piece)
    piece = ''
  }
  return {
    write,
    /** Resolves once what was written is packed, but for a little. */
    async packed(): Promise<void> {
      if (gzip.writableNeedDrain) await once(gzip, 'drain')
    },
    end(): Promise<Buffer> {
      write({ kind: 'end', lines })
      give()
      gzip.end()
      return packed
    },
  }
}

/** Reads the records of a file, some at a time. After the last ones the file is whole; else it rejects with an `UnusableWorld`. */
export async function* recordsOf(file: Buffer): AsyncGenerator<readonly WorldRecord[]> {
  const reader = lineReader()
  let records: WorldRecord[] = []
  let until = monotonicMs() + turnMs
  for await (const line of linesOf(file)) {
    records.push(reader.read(line))
    if (records.length < mostAtOnce && monotonicMs() < until) continue
    yield records
    records = []
    await nextTurn()
    until = monotonicMs() + turnMs
  }
  reader.end()
  yield records
}

/** The key of the business in a file; nothing else of it is checked. Rejects with an `UnusableWorld`. */
export async function keyOfWorld(file: Buffer): Promise<string> {
  try {
    for await (const line of linesOf(file)) {
      const { key } = JSON.parse(line)
      if (typeof key === 'string') return key
      break
    }
  } catch (error) {
    if (error instanceof UnusableWorld) throw error
  }
  throw notExported()
}

/** Unpacks a file line by line. */
async function* linesOf(file: Buffer): AsyncGenerator<string> {
  let number = 1
  let begun: Buffer[] = []
  let length = 0
  for await (const chunk of unpacked(file)) {
    let from = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      const rest = chunk.subarray(from, end)
      yield begun.length === 0 ? rest.toString('utf8') : Buffer.concat([...begun, rest]).toString('utf8')
      from = end + 1
      begun = []
      length = 0
      number++
    }
    if (from === chunk.length) continue
    begun.push(chunk.subarray(from))
    length += chunk.length - from
    if (length > mostLineBytes) throw new UnusableWorld(number, 'it is over 4 MB', 'name-another')
  }
  if (begun.length > 0) throw new UnusableWorld(number, 'it is cut off')
}

async function* unpacked(file: Buffer): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: 64 * 1024 })
  gunzip.end(file)
  let bytes = 0
  try {
    for await (const chunk of gunzip) {
      bytes += chunk.length
      if (bytes > mostUnpackedBytes) throw new UnusableWorld(null, 'The world is over 1 GB', 'prune')
      yield chunk
    }
  } catch (error) {
    if (error instanceof UnusableWorld) throw error
    const isGzip = file[0] === 0x1f && file[1] === 0x8b
    throw isGzip
      ? new UnusableWorld(null, 'The file is cut off, or a byte of it was changed')
      : new UnusableWorld(null, 'The file is not gzip', 'name-another')
  }
}
