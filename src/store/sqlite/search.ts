import type Database from 'better-sqlite3'
import type { Transaction } from '../../domain/transaction.ts'
import { nextTurn } from '../../time.ts'
import type { Reads } from '../store.ts'
import { reading } from './file/errors.ts'
import type { Tables } from './open-tables.ts'

/** Rows looked through in a turn: about 10 ms. */
const rowsOfTurn = 10_000

/** Looks through the transactions of a key, the newest first, between other calls. No create call pays for an index. */
export function createSearch(db: Database.Database, { remembered, transactions }: Tables): Reads['searchTransactions'] {
  const oldestOf = db
    .prepare<[number, number, number], number>(
      'SELECT first_event FROM transactions WHERE business_id = ? AND first_event < ? ORDER BY first_event DESC LIMIT 1 OFFSET ?',
    )
    .pluck()

  return async function search(key, { after, limit, ...filter }) {
    const worldOf = () => reading(() => remembered.business(key).rowId)
    const world = worldOf()
    if (world === null) return []
    const found: Transaction[] = []
    let before = after === undefined ? Number.MAX_SAFE_INTEGER : transactions.firstEventOf(world, after)
    for (;;) {
      const until = before
      const missing = limit - found.length
      const from: number = reading(() => oldestOf.get(world, until, rowsOfTurn - 1)) ?? 0
      found.push(...reading(() => transactions.list(world, { ...filter, limit: missing }, { from, before: until })))
      if (from === 0 || found.length === limit) return found
      before = from
      await nextTurn()
      // A reset or a restore gave the key another world.
      if (worldOf() !== world) return search(key, { after, limit, ...filter })
    }
  }
}
