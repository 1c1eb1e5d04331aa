import type { Target } from './connect.ts'
import type { Origin } from './origin.ts'

/** The origins that have connections; beyond `most`, those without an attempt are closed, least recently used first. */
export class Origins {
  readonly #open: (origin: string, target: Target) => Origin
  readonly #most: number
  /** In order of use: a Map keeps the order of insertion. */
  readonly #origins = new Map<string, Origin>()
  readonly #closing = new Set<Promise<void>>()

  constructor(open: (origin: string, target: Target) => Origin, most: number) {
    this.#open = open
    this.#most = most
  }

  /** The connections to `name`, which is `target` in one string. */
  at(name: string, target: Target): Origin {
    const origin = this.#origins.get(name) ?? this.#open(name, target)
    this.#origins.delete(name)
    this.#closeOldest()
    this.#origins.set(name, origin)
    return origin
  }

  /** Stops everything; resolves when the last socket is closed. */
  async close(): Promise<void> {
    await Promise.all([...this.#closing, ...[...this.#origins.values()].map((origin) => origin.close())])
  }

  #closeOldest(): void {
    for (const [name, origin] of this.#origins) {
      if (this.#origins.size < this.#most) return
      if (!origin.idle) continue
      this.#origins.delete(name)
      const closing = origin.close().finally(() => this.#closing.delete(closing))
      this.#closing.add(closing)
    }
  }
}
