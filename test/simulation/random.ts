/** Numbers that look like chance and are the same for the same seed (mulberry32). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = Math.imul(seed + 1, 0x9e3779b1)
  }

  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  whole(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1))
  }

  chance(probability: number): boolean {
    return this.fraction() < probability
  }

  one<T>(list: readonly T[]): T {
    const drawn = list[this.whole(0, list.length - 1)]
    if (drawn === undefined) throw new Error('There is nothing to draw from')
    return drawn
  }

  /** One of a list of pairs of a weight and what has it. */
  weighted<T>(pairs: readonly (readonly [weight: number, what: T])[]): T {
    let left = this.fraction() * pairs.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, what] of pairs) {
      left -= weight
      if (left < 0) return what
    }
    return this.one(pairs)[1]
  }
}
