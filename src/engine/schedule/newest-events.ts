import type { TimelineEvent } from '../../domain/timeline.ts'
import type { Store } from '../../store/store.ts'
import { nextTurn } from '../../time.ts'

/** More events than this nobody reads, and they would hold up everybody else. */
const mostEvents = 1000
/** Commands whose events are read in one turn of the event loop. */
const pageSize = 100

/** What happens to a business from its creation on: the newest events, oldest first, and how many there were. */
export class NewestEvents {
  readonly #store: Store
  readonly #key: string
  #lastId: number
  /** Up to twice as many as are kept, so that not every new one moves all others. */
  #newest: TimelineEvent[] = []
  #total = 0

  constructor(store: Store, key: string) {
    this.#store = store
    this.#key = key
    this.#lastId = store.lastEventId()
  }

  get newest(): TimelineEvent[] {
    return this.#newest.slice(-mostEvents)
  }

  get total(): number {
    return this.#total
  }

  /** Reads on up to now. To be called often: what piles up meanwhile is read at once. */
  async readOn(): Promise<void> {
    for (;;) {
      const page = this.#store.eventsSince(this.#key, this.#lastId, pageSize)
      // Nothing of other businesses needs to be looked through again.
      this.#lastId = page.at(-1)?.id ?? this.#store.lastEventId()
      this.#total += page.length
      this.#newest.push(...page)
      if (this.#newest.length > 2 * mostEvents) this.#newest = this.newest
      // So few entries were those of all commands.
      if (page.length < pageSize) return
      await nextTurn()
    }
  }
}
