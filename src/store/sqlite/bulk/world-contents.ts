import type Database from 'better-sqlite3'
import { type ClockState, releaseClock, sandboxTime } from '../../../domain/clock.ts'
import type { Plan } from '../../../domain/plan.ts'
import { nextTurn } from '../../../time.ts'
import type { RecordOf, WorldRecord } from '../../../world-file/records.ts'
import type { Tables } from '../open-tables.ts'
import type { StoredBusiness } from '../remembered.ts'
import { eachSlice, type OrderedTable, type Rows } from '../tables/world-rows.ts'

interface Reading {
  readonly db: Database.Database
  readonly tables: Tables
  readonly world: number
  readonly write: (record: WorldRecord) => void
  readonly taken: () => Promise<void>
}

/** The first record, about the business; the caller fills in format, version and seed. */
export function worldRecord(
  { key, clock, defaultScenario, settings }: StoredBusiness,
  wall: number,
  prunedBefore: number | null,
): RecordOf<'world'> {
  const { mode, rate } = releaseClock(clock, wall) as Exclude<ClockState, { mode: 'driven' }>
  const at = sandboxTime(clock, wall)
  const here = { format: 1, version: '', seed: 0 }
  return { kind: 'world', ...here, key, at, clock: { mode, rate }, defaultScenario, settings, prunedBefore }
}

/** Writes a record for everything in a world, some in a turn of the event loop. */
export async function writeContents(reading: Reading): Promise<void> {
  const { tables, world, write } = reading
  for (const { use, remaining, match } of tables.queue.list(world)) write({ kind: 'queued', use, remaining, match })
  for (const refused of tables.refusedScenarios.list(world)) write({ kind: 'refused', ...refused })
  await forEachSlice(reading, 'transactions', transactionWriter(reading))
  await forEachSlice(reading, 'events', rowWriter(reading, events))
  await forEachSlice(reading, 'ledger', rowWriter(reading, movements))
  await forEachSlice(reading, 'deliveries', webhookWriter(reading))
  await forEachSlice(reading, 'jobs', rowWriter(reading, jobs))
}

type WriteRows = (rows: Rows) => undefined

/** Rows of a turn: each becomes a line, which takes longer than to copy it. */
const writtenRows = 50

async function forEachSlice({ db, world, taken }: Reading, table: OrderedTable, work: WriteRows): Promise<void> {
  const step = eachSlice(db, table, world, work, { size: writtenRows })
  for (let mark = step(null); mark !== null; mark = step(mark)) {
    await taken()
    await nextTurn()
  }
  await nextTurn()
}

/** Writes each plan once, before its first transaction. */
function transactionWriter({ db, tables, world, write }: Reading): WriteRows {
  const numbers = new Map<string, number>()
  /** Most transactions have the plan of another, as one object. */
  const known = new WeakMap<Plan, number>()
  const numberOf = (plan: Plan): number => {
    const number = known.get(plan) ?? numberOfText(plan)
    known.set(plan, number)
    return number
  }
  const numberOfText = (plan: Plan): number => {
    const text = JSON.stringify(plan)
    const before = numbers.get(text)
    if (before !== undefined) return before
    const number = numbers.size
    numbers.set(text, number)
    write({ kind: 'plan', number, plan: plan as unknown as RecordOf<'plan'>['plan'] })
    return number
  }
  return ({ condition, parameters }) => {
    const rows = db
      .prepare<object, { id: string; event: number; entries: string }>(`
        SELECT public_id AS id, first_event AS event, first_entries AS entries
        FROM transactions WHERE ${condition} ORDER BY first_event, id`)
      .all(parameters)
    for (const { id, event, entries } of rows) {
      const found = tables.transactions.find(world, id)
      if (found === null) throw new Error(`There is no transaction ${id}`)
      const { plan, ...fields } = found
      const known = { ...fields, plan: numberOf(plan), event, entries: JSON.parse(entries) }
      write({ kind: 'transaction', ...known } as unknown as RecordOf<'transaction'>)
    }
  }
}

/** Leaves out an attempt under way: its job makes it again. */
function webhookWriter({ db, tables, world, write }: Reading): WriteRows {
  return ({ condition, parameters }) => {
    const ids = db
      .prepare<object, string>(`SELECT public_id FROM deliveries WHERE ${condition} ORDER BY id`)
      .pluck()
      .all(parameters)
    for (const id of ids) {
      const found = tables.deliveries.find(world, id)
      if (found === null) throw new Error(`There is no webhook ${id}`)
      const done = found.attempts.findLastIndex(({ outcome }) => outcome !== null)
      const webhook = { ...found, attempts: found.attempts.slice(0, done + 1) }
      write({ kind: 'webhook', ...webhook } as unknown as RecordOf<'webhook'>)
    }
  }
}

/** Writes the records that SQLite makes from rows. */
function rowWriter({ db, write }: Reading, select: (condition: string) => string): WriteRows {
  return ({ condition, parameters }) => {
    for (const row of db.prepare<object, string>(select(condition)).pluck().all(parameters)) write(JSON.parse(row))
  }
}

const transactionId = "'transactionId', (SELECT public_id FROM transactions WHERE id = transaction_id)"

const events = (condition: string) => `
  SELECT json_object('kind', 'event', 'id', id, 'at', at, ${transactionId}, 'entries', json(entries))
  FROM events WHERE ${condition} ORDER BY id`

const movements = (condition: string) => `
  SELECT json_object('kind', 'movement', 'currency', currency, 'at', at, 'amountMinor', amount_minor,
    'openingMinor', opening_minor, 'closingMinor', closing_minor, 'why', why, ${transactionId})
  FROM ledger WHERE ${condition} ORDER BY currency, id`

const jobs = (condition: string) => `
  SELECT json_object('kind', 'job', 'dueAt', due_at, 'work', json(work)) FROM jobs WHERE ${condition} ORDER BY due_at, id`
