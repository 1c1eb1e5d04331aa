import type { TimelineEvent } from '../../domain/timeline.ts'
import type { Store } from '../../store/store.ts'
import { nextTurn } from '../../time.ts'

/** More events would delay other businesses. */
const mostEvents = 1000
/** Commands whose events are read in one turn of the event loop. */
const pageSize = 100

/** The newest events of a business since this object was made, oldest first, and how many there were. */
export class NewestEvents {
  readonly #store: Store
  readonly #key: string
  #lastId: number
  #newest: TimelineEvent[] = []
  #total = 0

  constructor(store: Store, key: string) {
    this.#store = store
    this.#key = key
    this.#lastId = store.lastEventId()
  }

  get newest(): TimelineEvent[] {
    return this.#newest
  }

  get total(): number {
    return this.#total
  }

  /** Reads the events since the last call. Call it often: it reads all of them at once. */
  async readOn(): Promise<void> {
    for (;;) {
      const page = this.#store.eventsSince(this.#key, this.#lastId, pageSize)
      // Skips the events of other businesses next time.
      this.#lastId = page.at(-1)?.id ?? this.#store.lastEventId()
      this.#total += page.length
      this.#newest = [...this.#newest, ...page].slice(-mostEvents)
      if (page.length < pageSize) return
      await nextTurn()
    }
  }
}
