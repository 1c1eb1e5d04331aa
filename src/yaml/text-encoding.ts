import { isUtf8 } from 'node:buffer'

/** Returns why bytes cannot be read as a text file, and what to do; null if they are UTF-8. */
export function encodingProblem(bytes: Buffer): string | null {
  if (utf16Text(bytes) !== null) return 'is UTF-16 text; save it as UTF-8'
  return isUtf8(bytes) ? null : 'is not UTF-8 text; save it as UTF-8'
}

/** Returns the text of UTF-16 bytes, as some Windows programs save it, or null. Without a mark, YAML begins with ASCII. */
export function utf16Text(bytes: Buffer): string | null {
  const [first = 0, second = 0] = bytes
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return decoded('utf-16le', bytes)
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return decoded('utf-16be', bytes)
  return null
}

function decoded(encoding: string, bytes: Buffer): string {
  return new TextDecoder(encoding).decode(bytes)
}
