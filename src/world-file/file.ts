import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { createGzip, gunzip } from 'node:zlib'
import { codeOf } from '../error-code.ts'
import { lineWriter, readLines } from './lines.ts'
import type { WorldRecord } from './records.ts'
import { exportAgain, nameAnother, UnusableWorld } from './unusable.ts'

/** The largest file that can be imported, packed and unpacked, in bytes. */
export const mostWorldBytes = 64 * 1024 * 1024
const mostUnpackedBytes = 256 * 1024 * 1024

export function worldPacker() {
  const gzip = createGzip()
  const packed = buffer(gzip)
  const line = lineWriter()
  let lines = 0
  const write = (record: WorldRecord): void => {
    gzip.write(line(record))
    lines++
  }
  return {
    write,
    end(): Promise<Buffer> {
      write({ kind: 'end', lines })
      gzip.end()
      return packed
    },
  }
}

/** The records of a file, checked as a whole. Rejects with an `UnusableWorld`. */
export async function unpackWorld(file: Buffer): Promise<readonly WorldRecord[]> {
  return readLines((await unpacked(file)).toString('utf8'))
}

/** The key of the business in a file; nothing else of it is checked. Rejects with an `UnusableWorld`. */
export async function keyOfWorld(file: Buffer): Promise<string> {
  const text = await unpacked(file)
  const end = text.indexOf('\n')
  try {
    const { key } = JSON.parse(text.subarray(0, end).toString('utf8'))
    if (typeof key === 'string') return key
  } catch {
    // Not a line that export wrote.
  }
  throw new UnusableWorld('line 1 is not the first line of an exported world', nameAnother)
}

async function unpacked(file: Buffer): Promise<Buffer> {
  try {
    return await promisify(gunzip)(file, { maxOutputLength: mostUnpackedBytes })
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') {
      throw new UnusableWorld('The world is over 256 MB', 'prune it before you export it')
    }
    const isGzip = file[0] === 0x1f && file[1] === 0x8b
    throw isGzip
      ? new UnusableWorld('The file is cut off, or a byte of it was changed', exportAgain)
      : new UnusableWorld('The file is not gzip', nameAnother)
  }
}
