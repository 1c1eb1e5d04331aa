import type Database from 'better-sqlite3'
import { nextTurn } from '../../time.ts'
import type { DeliveryFilter, Reads, TransactionFilter } from '../store.ts'
import { reading } from './file/errors.ts'
import type { Tables } from './open-tables.ts'
import type { Slice } from './tables/filtered-list.ts'

/** Rows looked through in a turn: at most about 10 ms. */
const rowsOfTurn = 4000

/** So many with a status that few have are found by its index in one turn. For each webhook the last of its transaction is looked up. */
const fewRows = { webhooks: 1000, open: 20_000 }

type List<Row> = (world: number, limit: number, slice: Slice) => readonly Row[]

/** Whether an index leads to the rows that a filter finds. */
function indexed({ transactions, deliveries }: Tables) {
  return {
    transactions(world: number, { reference, status, open, flow, webhook, numbers }: TransactionFilter): boolean {
      if (reference !== undefined) return true
      if (open) return !transactions.hasMoreOpenThan(world, fewRows.open)
      if (webhook !== undefined && webhook !== 'delivered')
        return !deliveries.hasMoreThan(world, webhook, fewRows.webhooks)
      return webhook === undefined && flow === undefined && numbers === undefined && status !== 'COMPLETED'
    },
    deliveries({ transactionId, reference, status, transactionStatus, since, failed }: DeliveryFilter): boolean {
      if (transactionId !== undefined || reference !== undefined) return true
      return transactionStatus === undefined && since === undefined && !failed && status !== 'delivered'
    },
  }
}

/** Looks through the rows of a key, the newest first, between other calls. No create call pays for an index. */
export function createSearch(
  db: Database.Database,
  tables: Tables,
): Pick<Reads, 'searchTransactions' | 'searchDeliveries'> {
  const { remembered, transactions, deliveries } = tables
  const isIndexed = indexed(tables)
  const worldOf = (key: string) => reading(() => remembered.business(key).rowId)
  const oldest = oldestOf(db)

  const ownTurn = oneByOne()

  /** Resolves with what each turn found. */
  async function search<Row>(
    key: string,
    what: keyof typeof oldest,
    { limit, before = () => Number.MAX_SAFE_INTEGER }: Sought,
    list: List<Row>,
  ): Promise<(readonly Row[])[]> {
    await ownTurn()
    const world = worldOf(key)
    if (world === null) return []
    const found: (readonly Row[])[] = []
    for (let [until, missing] = [reading(() => before(world)), limit]; ; ) {
      const from: number = reading(() => oldest[what].get(world, until, rowsOfTurn - 1)) ?? 0
      const rows = reading(() => list(world, missing, { from, before: until }))
      found.push(rows)
      missing -= rows.length
      if (from === 0 || missing === 0) return found
      until = from
      await ownTurn()
      // A reset or a restore gave the key another world.
      if (worldOf(key) !== world) return search(key, what, { limit, before }, list)
    }
  }

  return {
    async searchTransactions(key, asked) {
      if (isIndexed.transactions(worldOf(key) ?? 0, asked)) {
        return reading(() => transactions.list(worldOf(key) ?? 0, asked))
      }
      const { after, limit, ...filter } = asked
      const before = after === undefined ? undefined : (world: number) => transactions.firstEventOf(world, after)
      const found = await search(key, 'transaction', { limit, before }, (world, limit, slice) =>
        transactions.list(world, { ...filter, limit }, slice),
      )
      return found.flat()
    },
    async searchDeliveries(key, asked) {
      if (isIndexed.deliveries(asked)) return reading(() => deliveries.list(worldOf(key) ?? 0, asked))
      const { before: id, limit, ...filter } = asked
      const before = id === undefined ? undefined : (world: number) => deliveries.rowOf(world, id)
      const found = await search(key, 'delivery', { limit, before }, (world, limit, slice) =>
        deliveries.list(world, { ...filter, limit }, slice),
      )
      return found.toReversed().flat()
    },
  }
}

/** The oldest row of the next part. */
function oldestOf(db: Database.Database) {
  const of = (table: string, column: string) =>
    db
      .prepare<[number, number, number], number>(
        `SELECT ${column} FROM ${table} WHERE business_id = ? AND ${column} < ? ORDER BY ${column} DESC LIMIT 1 OFFSET ?`,
      )
      .pluck()
  return { transaction: of('transactions', 'first_event'), delivery: of('deliveries', 'id') }
}

/** Each call resolves in a turn of its own: parts of searches at the same time would add up in one. */
function oneByOne(): () => Promise<void> {
  let last = Promise.resolve()
  return () => {
    last = last.then(nextTurn)
    return last
  }
}

interface Sought {
  readonly limit: number
  /** Where it begins; without it at the newest row. */
  readonly before?: ((world: number) => number) | undefined
}
