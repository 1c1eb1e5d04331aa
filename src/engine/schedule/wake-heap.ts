import type { WallMs } from '../../domain/clock.ts'

interface Entry {
  readonly at: WallMs
  readonly key: string
}

/** A binary heap of the moments at which keys want to be woken; each key has at most one that counts. */
export class WakeHeap {
  #entries: Entry[] = []
  readonly #current = new Map<string, WallMs>()

  /** The earliest moment; null when no key waits. */
  get nextAt(): WallMs | null {
    this.#dropStale()
    return this.#entries[0]?.at ?? null
  }

  /** Sets when a key is woken; null: not at all. */
  set(key: string, at: WallMs | null): void {
    if (at === null) {
      this.#current.delete(key)
      return
    }
    if (this.#current.get(key) === at) return
    this.#current.set(key, at)
    this.#push({ at, key })
    if (this.#entries.length > 2 * this.#current.size + 64) this.#rebuild()
  }

  /** Sets a key's moment unless it has an earlier one. */
  soonest(key: string, at: WallMs): void {
    const current = this.#current.get(key)
    if (current === undefined || at < current) this.set(key, at)
  }

  /** Takes out every key whose moment has come. */
  takeUntil(now: WallMs): string[] {
    const due: string[] = []
    for (let at = this.nextAt; at !== null && at <= now; at = this.nextAt) {
      const [top] = this.#entries
      if (!top) break
      this.#current.delete(top.key)
      due.push(top.key)
    }
    return due
  }

  /** Leaves out the entries that no longer count, or they would pile up behind an early one. */
  #rebuild(): void {
    this.#entries = []
    for (const [key, at] of this.#current) this.#push({ at, key })
  }

  #dropStale(): void {
    for (let top = this.#entries[0]; top && this.#current.get(top.key) !== top.at; top = this.#entries[0]) this.#pop()
  }

  #push(entry: Entry): void {
    let index = this.#entries.push(entry) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (this.#at(parent) <= entry.at) break
      this.#swap(index, parent)
      index = parent
    }
  }

  #pop(): void {
    const last = this.#entries.pop()
    if (!last || this.#entries.length === 0) return
    this.#entries[0] = last
    for (let index = 0; ; ) {
      const left = 2 * index + 1
      const smaller = this.#at(left + 1) < this.#at(left) ? left + 1 : left
      if (this.#at(smaller) >= last.at) return
      this.#swap(index, smaller)
      index = smaller
    }
  }

  #at(index: number): WallMs {
    return this.#entries[index]?.at ?? Number.POSITIVE_INFINITY
  }

  #swap(a: number, b: number): void {
    const [first, second] = [this.#entries[a], this.#entries[b]]
    if (first && second) [this.#entries[a], this.#entries[b]] = [second, first]
  }
}
