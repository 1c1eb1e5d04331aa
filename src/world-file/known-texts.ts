import { createHash } from 'node:crypto'

/** Bytes of a hash: enough that no two texts share one. */
const hashBytes = 16

/** A set of texts that keeps only their hashes, outside of the heap: a million ids take 32 MB. */
export class KnownTexts {
  /** Each hash is in its own place, or in the next free one. The first byte of a free place is 0. */
  #table = Buffer.alloc(1024 * hashBytes)
  #count = 0

  has(text: string): boolean {
    return this.#table[this.#placeOf(hashOf(text))] !== 0
  }

  add(text: string): void {
    const hash = hashOf(text)
    const place = this.#placeOf(hash)
    if (this.#table[place] !== 0) return
    hash.copy(this.#table, place)
    this.#count++
    if (this.#count * hashBytes * 4 > this.#table.length * 3) this.#grow()
  }

  /** Returns where a hash is, or the free place for it. */
  #placeOf(hash: Buffer): number {
    const table = this.#table
    let place = (hash.readUInt32LE(1) * hashBytes) % table.length
    while (table[place] !== 0 && hash.compare(table, place, place + hashBytes) !== 0) {
      place = (place + hashBytes) % table.length
    }
    return place
  }

  #grow(): void {
    const before = this.#table
    this.#table = Buffer.alloc(before.length * 2)
    for (let at = 0; at < before.length; at += hashBytes) {
      if (before[at] === 0) continue
      const hash = before.subarray(at, at + hashBytes)
      hash.copy(this.#table, this.#placeOf(hash))
    }
  }
}

function hashOf(text: string): Buffer {
  const hash = createHash('sha256').update(text).digest().subarray(0, hashBytes)
  hash[0] = 1
  return hash
}
