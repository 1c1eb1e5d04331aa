/** An object in a text of JSON, with the byte at which it begins. */
export interface Found {
  readonly text: string
  readonly byte: number
}

const quote = 0x22
const backslash = 0x5c
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d

/** The levels of `log` and of its `entries`. */
const logDepth = 2

/**
 * Finds the objects of a recording piece by piece, so that a file of any size is read: the entries of a HAR, or the lines of
 * NDJSON. Only the object that is being read is kept.
 */
export class ObjectFinder {
  bytes = 0
  /** False while a HAR has not come to its end. */
  isWhole = false
  readonly #isHar: boolean
  #depth = 0
  #isInString = false
  #isEscaped = false
  #name: number[] = []
  #entriesDepth: number | null = null
  #begin: number | null = null
  #kept: Buffer[] = []

  constructor(isHar: boolean) {
    this.#isHar = isHar
    if (!isHar) this.#entriesDepth = 0
  }

  /** The byte at which the object begins that has not come to its end, or null. */
  get openAt(): number | null {
    return this.#begin
  }

  *of(chunk: Buffer): Generator<Found> {
    let from = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0
      if (this.#isText(byte)) continue
      if (byte === openBrace && this.#depth === this.#entriesDepth) {
        this.#begin = this.bytes + at
        from = at
      }
      this.#nest(byte)
      if (byte !== closeBrace || this.#begin === null || this.#depth !== this.#entriesDepth) continue
      const text = Buffer.concat([...this.#kept, chunk.subarray(from, at + 1)]).toString('utf8')
      yield { text, byte: this.#begin }
      this.#begin = null
      this.#kept = []
    }
    if (this.#begin !== null) this.#kept.push(chunk.subarray(this.#kept.length === 0 ? from : 0))
    this.bytes += chunk.length
  }

  /** True for a byte of a string; a name at the level of `entries` is kept. */
  #isText(byte: number): boolean {
    if (!this.#isInString) {
      if (byte !== quote) return false
      this.#isInString = true
      this.#name = []
      return true
    }
    if (this.#isEscaped) this.#isEscaped = false
    else if (byte === backslash) this.#isEscaped = true
    else if (byte === quote) this.#isInString = false
    else if (this.#depth === logDepth && this.#name.length < 'entries'.length + 1) this.#name.push(byte)
    return true
  }

  #nest(byte: number): void {
    if (byte === openBrace || byte === openBracket) {
      this.#depth++
      const isEntries = byte === openBracket && this.#depth === logDepth + 1 && this.#isHar
      if (isEntries && Buffer.from(this.#name).toString() === 'entries') this.#entriesDepth = this.#depth
    } else if (byte === closeBrace || byte === closeBracket) {
      this.#depth--
      if (this.#isHar && this.#entriesDepth !== null && this.#depth < this.#entriesDepth) this.#entriesDepth = -1
      this.isWhole = this.#depth === 0
    }
  }
}
