import TinyQueue from 'tinyqueue'
import type { WallMs } from '../../domain/clock.ts'

interface Wake {
  readonly at: WallMs
  readonly key: string
}

const earliestFirst = (a: Wake, b: Wake) => a.at - b.at

export class WakeHeap {
  /** Outdated entries are dropped when they come first. */
  #entries = new TinyQueue<Wake>([], earliestFirst)
  readonly #current = new Map<string, WallMs>()
  readonly #resting = new Map<string, WallMs>()

  /** Returns the earliest time, or null if no key waits. */
  get nextAt(): WallMs | null {
    return this.#first()?.at ?? null
  }

  /** Sets when a key is woken; null: not at all. */
  set(key: string, asked: WallMs | null): void {
    if (asked === null) {
      this.#current.delete(key)
      return
    }
    const at = Math.max(asked, this.#resting.get(key) ?? asked)
    if (this.#current.get(key) === at) return
    this.#current.set(key, at)
    this.#entries.push({ at, key })
    if (this.#entries.length > 2 * this.#current.size + 64) this.#rebuild()
  }

  /** Sets a key's time unless it has an earlier one. */
  soonest(key: string, at: WallMs): void {
    const current = this.#current.get(key)
    if (current === undefined || at < current) this.set(key, at)
  }

  /** Wakes a key at a time, and not before, even if an earlier time is set. */
  rest(key: string, until: WallMs): void {
    this.#resting.set(key, until)
    this.set(key, until)
  }

  takeUntil(now: WallMs): string[] {
    const due: string[] = []
    for (let first = this.#first(); first && first.at <= now; first = this.#first()) {
      this.#current.delete(first.key)
      this.#resting.delete(first.key)
      due.push(first.key)
    }
    return due
  }

  #first(): Wake | undefined {
    let first = this.#entries.peek()
    while (first && this.#current.get(first.key) !== first.at) {
      this.#entries.pop()
      first = this.#entries.peek()
    }
    return first
  }

  /** Drops outdated entries, which would pile up behind an early one. */
  #rebuild(): void {
    this.#entries = new TinyQueue(
      [...this.#current].map(([key, at]) => ({ key, at })),
      earliestFirst,
    )
  }
}
