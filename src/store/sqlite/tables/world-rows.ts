import type Database from 'better-sqlite3'
import type { Mark, Step } from '../slices.ts'

/** Rows of one statement. */
export const sliceRows = 200

/** The tables of what a business holds, parents before children, with the order of their rows. */
const orders = {
  transactions: ['first_event', 'id'],
  ledger: ['currency', 'id'],
  deliveries: ['id'],
  events: ['id'],
  jobs: ['due_at', 'id'],
  queue: ['id'],
  refused_scenarios: ['scenario'],
} as const

export type OrderedTable = keyof typeof orders
export const orderedTables = Object.keys(orders) as readonly OrderedTable[]

/** A range of a world's rows in a table: an SQL condition and its parameters. */
export interface Rows {
  readonly condition: string
  readonly parameters: Readonly<Record<string, number | string>>
}

/** The database itself, or a copy that is attached to it. */
export type Schema = 'main' | 'copied'

interface Slicing {
  readonly size?: number | undefined
  readonly schema?: Schema
}

/** `work` does the rows; it may return a later mark to go on from, to pass over rows that it need not see. */
export function eachSlice(
  db: Database.Database,
  table: OrderedTable,
  world: number,
  work: (rows: Rows) => Mark | undefined,
  { size = sliceRows, schema = 'main' }: Slicing = {},
): Step {
  const slicing = { table, schema, size, of: 'business_id = @world', parameters: { world } }
  return table === 'ledger' ? byCurrency(db, slicing, work) : slices(db, { ...slicing, columns: orders[table] }, work)
}

interface Sliced {
  readonly table: OrderedTable
  readonly schema: Schema
  readonly size: number
  /** A condition for all rows, and its parameters. */
  readonly of: string
  readonly parameters: Rows['parameters']
}

function slices(
  db: Database.Database,
  { table, schema, size, of, parameters, columns }: Sliced & { readonly columns: readonly string[] },
  work: (rows: Rows) => Mark | undefined,
): Step {
  const list = `(${columns.join(', ')})`
  const named = (name: string) => `(${columns.map((_, index) => `@${name}${index}`).join(', ')})`
  const values = (name: string, mark: Mark) =>
    Object.fromEntries((mark ?? []).map((value, index) => [`${name}${index}`, value]))
  return (after) => {
    const begun = after === null ? '' : ` AND ${list} > ${named('after')}`
    const from = { ...parameters, ...values('after', after) }
    const end = db
      .prepare<object, (number | string)[]>(
        `SELECT ${columns.join(', ')} FROM ${schema}.${table} WHERE ${of}${begun}
        ORDER BY ${columns.join(', ')} LIMIT 1 OFFSET ${size - 1}`,
      )
      .raw()
      .get(from)
    const ended = end === undefined ? '' : ` AND ${list} <= ${named('end')}`
    const later = work({
      condition: `${of}${begun}${ended}`,
      parameters: { ...from, ...values('end', end ?? null) },
    })
    return end === undefined ? null : (later ?? end)
  }
}

/** Slices of one currency each: SQLite 3.54 walks through all of a currency for a range over currencies and ids. */
function byCurrency(
  db: Database.Database,
  { parameters, ...rows }: Sliced,
  work: (rows: Rows) => Mark | undefined,
): Step {
  const next = db
    .prepare<object, string>(
      `SELECT currency FROM ${rows.schema}.ledger WHERE ${rows.of} AND currency > @currency ORDER BY currency LIMIT 1`,
    )
    .pluck()
  const following = (currency: string) => next.get({ ...parameters, currency }) ?? null
  return (after) => {
    const currency = after === null ? following('') : String(after[0])
    if (currency === null) return null
    const id = after?.[1]
    const of = `${rows.of} AND currency = @currency`
    const step = slices(db, { ...rows, of, parameters: { ...parameters, currency }, columns: ['id'] }, work)
    const left = step(id === undefined ? null : [id])
    if (left !== null) return [currency, ...left]
    const later = following(currency)
    return later === null ? null : [later]
  }
}

interface Copying {
  /** Where the rows of `from` are. */
  readonly schema?: Schema
  readonly from: number
  readonly to: number
  /** Reserves ids of jobs, and returns the one before the first. Without it jobs keep their ids. */
  readonly reserveJobs?: (count: number) => number
}

export function copySteps(db: Database.Database, { schema = 'main', from, to, reserveJobs }: Copying): readonly Step[] {
  return orderedTables.map((table) => {
    const copy = ({ condition, parameters }: Rows): undefined => {
      const count = db.prepare<object, number>(`SELECT count(*) FROM ${schema}.${table} WHERE ${condition}`).pluck()
      const jobs = table === 'jobs' && reserveJobs ? { jobs: reserveJobs(count.get(parameters) ?? 0) } : null
      const values = { ...parameters, to, ...jobs }
      db.prepare(copySql(db, table, { schema, condition, renumbered: jobs !== null })).run(values)
      if (table !== 'deliveries') return
      const ofThem = { schema, condition: attemptsOf(schema, condition), renumbered: false }
      db.prepare(copySql(db, 'attempts', ofThem)).run(values)
    }
    return eachSlice(db, table, from, copy, { schema })
  })
}

/**
 * An attempt under way is not kept: its job is, and makes it once more, with the same number. One that a dead process
 * left behind stays when others came after it, or there would be a gap.
 */
function attemptsOf(schema: Schema, condition: string): string {
  return `delivery_id IN (SELECT id FROM ${schema}.deliveries WHERE ${condition}) AND NOT (outcome IS NULL AND NOT EXISTS (
    SELECT 1 FROM ${schema}.attempts AS later
    WHERE later.delivery_id = kept.delivery_id AND later.number > kept.number AND later.outcome IS NOT NULL))`
}

interface Selected {
  readonly schema: Schema
  readonly condition: string
  readonly renumbered: boolean
}

/**
 * Rows come in their order and get new ids, as others may have theirs by now. But an event keeps its id, which no other of
 * the business ever gets: a reader that has read up to an id reads only what happens from now on. A job that a key gets
 * never has its old id again: a runner that took it once would pass it over.
 */
function copySql(
  db: Database.Database,
  table: OrderedTable | 'attempts',
  { schema, condition, renumbered }: Selected,
): string {
  const all = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table)
  const columns = all.filter((name) => name !== 'id' || table === 'events' || table === 'jobs')
  const order = table === 'attempts' ? ['delivery_id', 'number'] : orders[table]
  const values = columns.map((name) => {
    if (name === 'business_id') return '@to'
    if (name === 'transaction_id') return newParent(schema, 'transactions', name)
    if (name === 'delivery_id') return newParent(schema, 'deliveries', name)
    return name === 'id' && renumbered ? '@jobs + row_number() OVER (ORDER BY due_at, id)' : name
  })
  return `INSERT INTO main.${table} (${columns.join(', ')})
    SELECT ${values.join(', ')} FROM ${schema}.${table} AS kept WHERE ${condition} ORDER BY ${order.join(', ')}`
}

/** The copy of a row's parent, which has the same public id. */
function newParent(schema: Schema, parents: 'transactions' | 'deliveries', column: string): string {
  return `(SELECT copy.id FROM ${schema}.${parents} AS old
    JOIN main.${parents} AS copy ON copy.business_id = @to AND copy.public_id = old.public_id WHERE old.id = kept.${column})`
}

export function deleteSteps(db: Database.Database, world: number): readonly Step[] {
  const tables = orderedTables.toReversed().map((table) =>
    eachSlice(db, table, world, ({ condition, parameters }) => {
      if (table === 'deliveries') {
        db.prepare(`DELETE FROM attempts WHERE delivery_id IN (SELECT id FROM deliveries WHERE ${condition})`).run(
          parameters,
        )
      }
      db.prepare(`DELETE FROM ${table} WHERE ${condition}`).run(parameters)
    }),
  )
  const business = () => {
    db.prepare('DELETE FROM businesses WHERE id = ?').run(world)
    return null
  }
  return [...tables, business]
}
