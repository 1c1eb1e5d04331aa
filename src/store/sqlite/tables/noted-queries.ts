import type { SandboxMs } from '../../../domain/clock.ts'
import type { Transaction } from '../../../domain/transaction.ts'

/** A transaction that somebody queried, as it was then. */
export type Queried = Pick<Transaction, 'id' | 'reference' | 'status'>

/** Where a status query belongs in the timeline. */
interface QueryPlace {
  readonly businessId: number
  readonly transactionRow: number
  readonly at: SandboxMs
}

/** A status query with its id among the timeline's entries. */
export interface NotedQuery extends QueryPlace {
  readonly id: number
  readonly queried: Queried
}

/** So many wait for a commit of others; then they are written in one of their own. */
const most = 4096

/**
 * Status queries that wait for a commit to be written with. They are kept in columns: an object for each would outlive
 * the garbage of its call, and make the call a fifth dearer (measured).
 */
export class NotedQueries implements Iterable<NotedQuery> {
  readonly #ids: number[] = []
  readonly #businesses: number[] = []
  readonly #rows: number[] = []
  readonly #times: number[] = []
  readonly #queried: Queried[] = []

  add(id: number, { businessId, transactionRow, at }: QueryPlace, queried: Queried): void {
    this.#ids.push(id)
    this.#businesses.push(businessId)
    this.#rows.push(transactionRow)
    this.#times.push(at)
    this.#queried.push(queried)
  }

  /** True once, when the last of those that may wait comes. */
  get isFull(): boolean {
    return this.#ids.length === most
  }

  [Symbol.iterator](): Iterator<NotedQuery> {
    return this.after(0)
  }

  /** Those after an id, found from the end: whoever follows the timeline wants the last one after each query. */
  *after(id: number): Generator<NotedQuery> {
    const first = this.#ids.findLastIndex((one) => one <= id) + 1
    for (const [index, queried] of this.#queried.slice(first).entries()) {
      const at = first + index
      yield {
        id: this.#ids[at] ?? 0,
        businessId: this.#businesses[at] ?? 0,
        transactionRow: this.#rows[at] ?? 0,
        at: this.#times[at] ?? 0,
        queried,
      }
    }
  }
}
