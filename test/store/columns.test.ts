import { expect, test } from 'vitest'
import { businessColumns } from '../../src/store/sqlite/tables/businesses.ts'
import { columnsOf, type RawRow } from '../../src/store/sqlite/tables/columns.ts'
import { attemptColumns, deliveryColumns } from '../../src/store/sqlite/tables/deliveries.ts'
import { eventColumns } from '../../src/store/sqlite/tables/events.ts'
import { jobColumns } from '../../src/store/sqlite/tables/jobs.ts'
import { queueColumns } from '../../src/store/sqlite/tables/queue.ts'
import { transactionColumns } from '../../src/store/sqlite/tables/transaction-row.ts'
import { ledgerColumns } from '../../src/store/sqlite/tables/wallets.ts'
import { openStore } from '../support/opened-store.ts'

const named = [
  attemptColumns,
  businessColumns,
  deliveryColumns,
  eventColumns,
  jobColumns,
  ledgerColumns,
  queueColumns,
  transactionColumns,
]
/** Tables of one statement each, which SQLite itself holds against the schema when it is prepared. */
const others = ['meta', 'plans', 'refused_scenarios', 'snapshots']

type Named = Pick<(typeof named)[number], 'table' | 'names'>

/** Columns that only statements of their own write. */
const ownStatements = ['businesses.pruned_before']

/** Where the columns that the code names differ from the schema's; a row id may be left to the database. */
function disagreements(tables: readonly Named[]): string[] {
  const { db } = openStore()
  const columns = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck()
  return tables.flatMap(({ table, names }) => {
    const stored = columns.all(table)
    const unknown = names.filter((name) => !stored.includes(name)).map((name) => `${table} has no ${name}`)
    const forgotten = stored.filter((name) => name !== 'id' && !names.includes(name))
    return [...unknown, ...forgotten.map((name) => `${table}.${name} is never written`)]
  })
}

test('the columns that the code names are those of the schema', () => {
  expect(disagreements(named)).toEqual(ownStatements.map((column) => `${column} is never written`))
  const tables = openStore().db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck()
  expect(tables.all().sort()).toEqual([...named.map(({ table }) => table), ...others].sort())
})

test('a column that is only in the code, or only in the schema, is found', () => {
  const { table, names } = queueColumns
  expect(disagreements([{ table, names: [...names.slice(1), 'colour'] }])).toEqual([
    'queue has no colour',
    'queue.business_id is never written',
  ])
})

test('what is written to columns is read from them again', () => {
  interface Thing {
    readonly id: string
    readonly facts: { readonly size: number } | null
    readonly isReady: boolean
    readonly size: number | null
  }
  const columns = columnsOf<Thing>('things', ['owner'], {
    id: 'public_id',
    facts: { json: 'facts' },
    isReady: { flag: 'is_ready' },
    size: 'size',
  })
  const { db } = openStore()
  db.exec('CREATE TABLE things (owner INTEGER, public_id TEXT, facts TEXT, is_ready INTEGER, size INTEGER) STRICT')
  const things: readonly Thing[] = [
    { id: 'a', facts: { size: 1 }, isReady: true, size: 0 },
    { id: 'b', facts: null, isReady: false, size: null },
  ]
  const insert = db.prepare(columns.insert)
  for (const thing of things) insert.run(7, ...columns.values(thing))
  const all = db.prepare<[], RawRow>(`SELECT owner, ${columns.select} FROM things`).raw()
  const read = (row: RawRow) => columns.read(row, 1, { owner: row[0] })
  expect(all.all().map(read)).toEqual(things.map((thing) => ({ owner: 7, ...thing })))
  const some = columns.only('size', 'facts')
  db.prepare(`UPDATE things SET ${some.set} WHERE public_id = ?`).run(...some.values({ facts: null, size: 3 }), 'a')
  expect(all.all().map(read)).toMatchObject([{ id: 'a', facts: null, isReady: true, size: 3 }, { id: 'b' }])
})
