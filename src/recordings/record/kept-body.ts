import { Transform, type TransformCallback } from 'node:stream'
import { messageOf } from '../../error-code.ts'

/** The largest part of a body that is written: 1 MB. */
export const mostOfBody = 2 ** 20

/** How many bytes pass until memory is freed. */
const freedAfter = 6 * mostOfBody

/** How much of all bodies that are under way is kept at once: 6 MB. */
export class BodyRoom {
  readonly #free: () => void
  #left = 6 * mostOfBody
  #passed = 0

  /** `free` frees the memory of what has passed. */
  constructor(free: () => void = () => {}) {
    this.#free = free
  }

  take(bytes: number): boolean {
    if (bytes > this.#left) return false
    this.#left -= bytes
    return true
  }

  give(bytes: number): void {
    this.#left += bytes
  }

  pass(bytes: number): void {
    this.#passed += bytes
    if (this.#passed < freedAfter) return
    this.#passed = 0
    this.#free()
  }
}

export interface Kept {
  readonly raw: Buffer
  /** How many bytes went by. */
  readonly size: number
  readonly isCut: boolean
  /** Why the body did not come to its end; null if it did. */
  readonly error: string | null
}

interface Keeping {
  readonly room: BodyRoom
  /** What the header says; null if it says nothing. */
  readonly length: number | null
  /** Called once, before the last byte goes on. */
  ended(kept: Kept): void
}

/** Lets a body pass, and keeps its first megabyte. */
export class KeptBody extends Transform {
  readonly #keeping: Keeping
  #chunks: Buffer[] = []
  #kept = 0
  #size = 0
  #isOver = false

  constructor(keeping: Keeping) {
    super()
    this.#keeping = keeping
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    this.#size += chunk.length
    this.#keeping.room.pass(chunk.length)
    const isWhole = this.#size - chunk.length === this.#kept
    if (isWhole && this.#size <= mostOfBody && this.#keeping.room.take(chunk.length)) {
      this.#chunks.push(chunk)
      this.#kept += chunk.length
    }
    // With this chunk the caller has the whole answer.
    if (this.#size === this.#keeping.length) this.#end(null)
    done(null, chunk)
  }

  override _flush(done: TransformCallback): void {
    this.#end(null)
    done()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#end(messageOf(error ?? new Error('the connection was closed')))
    done(error)
  }

  #end(error: string | null): void {
    if (this.#isOver) return
    this.#isOver = true
    const raw = Buffer.concat(this.#chunks)
    this.#chunks = []
    this.#keeping.room.give(this.#kept)
    this.#keeping.ended({ raw, size: this.#size, isCut: this.#kept < this.#size, error })
  }
}
