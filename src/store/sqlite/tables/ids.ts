import type Database from 'better-sqlite3'

/** Ids that a process may use before it notes the next; what it has not used when it ends is passed over. */
const noted = 1000

/**
 * The ids of jobs, or of events. None comes twice, whatever is deleted and whenever the process dies: the note of how far
 * they may go is written before the first of them is used, in the same commit.
 */
export function risingIds(db: Database.Database, name: 'last_job' | 'last_event') {
  const read = db.prepare<[string], string>('SELECT value FROM meta WHERE name = ?').pluck()
  const note = db.prepare<[string, string]>('UPDATE meta SET value = ? WHERE name = ?')
  let last = Number(read.get(name))
  let notedUpTo = last
  return {
    /** The last of so many new ids; they follow each other. Belongs into the turn's transaction. */
    next(count: number): number {
      last += count
      if (last > notedUpTo) {
        // A note that a full disk refuses is none: the next id asks for it again.
        note.run(String(last + noted), name)
        notedUpTo = last + noted
      }
      return last
    },
    /** The last that was given; none below it comes any more. */
    last: () => last,
    /** After an undo the note may be gone. */
    forget(): void {
      notedUpTo = last
    },
  }
}

export type RisingIds = ReturnType<typeof risingIds>

/** Row ids that are remembered; what is forgotten is only searched for again. */
const remembered = 4096

/**
 * Finds a transaction's row by its public id. The index is one small tree of ids for each 1024 rows, newest searched
 * first: it makes a new transaction cheap, and a search among a hundred thousand takes a tenth of a millisecond.
 */
export function rowFinder(db: Database.Database) {
  const search = db
    .prepare<[string, string, number], number>(`
      WITH RECURSIVE stretches (n) AS (
        SELECT max(id) >> 10 FROM transactions UNION ALL SELECT n - 1 FROM stretches WHERE n > 0
      )
      SELECT transactions.id FROM stretches CROSS JOIN transactions INDEXED BY transactions_public_id
      WHERE transactions.id >> 10 = n AND substr(public_id, 1, 8) = substr(?, 1, 8)
        AND public_id = ? AND business_id = ?
      LIMIT 1`)
    .pluck()
  const isRow = db
    .prepare<[number, string, number], number>(
      'SELECT 1 FROM transactions WHERE id = ? AND public_id = ? AND business_id = ?',
    )
    .pluck()
  const hints = new Recent<string, number>(remembered)
  return {
    rowId(businessId: number, id: string): number | null {
      const hint = hints.get(id)
      if (hint !== undefined && isRow.get(hint, id, businessId)) return hint
      return search.get(id, id, businessId) ?? null
    },
    /** Where a transaction was seen last; whoever reads there looks whether it still is the one. */
    hinted: (id: string): number | undefined => hints.get(id),
    /** Notes where a transaction that is asked for soon was seen last. */
    hint: (id: string, rowId: number): void => hints.set(id, rowId),
  }
}

export type RowFinder = ReturnType<typeof rowFinder>

/**
 * Remembers what was noted or asked for last: between `most` entries and twice as many, in two generations, because a
 * map that loses its oldest entry again and again has to step over all that were before it.
 */
export class Recent<K, V> {
  readonly #most: number
  #young = new Map<K, V>()
  #old = new Map<K, V>()

  constructor(most: number) {
    this.#most = most
  }

  get(key: K): V | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  set(key: K, value: V): void {
    if (this.#young.size >= this.#most) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
  }

  delete(key: K): void {
    this.#young.delete(key)
    this.#old.delete(key)
  }

  clear(): void {
    this.#young.clear()
    this.#old.clear()
  }
}
