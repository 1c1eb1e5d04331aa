import type Database from 'better-sqlite3'
import { type ClockState, releaseClock, sandboxTime } from '../../../domain/clock.ts'
import type { Plan } from '../../../domain/plan.ts'
import { nextTurn } from '../../../time.ts'
import type { RecordOf, WorldRecord } from '../../../world-file/records.ts'
import type { Tables } from '../open-tables.ts'
import type { StoredBusiness } from '../remembered.ts'

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
  await forEachRow(reading, transactions, transactionWriter(reading))
  await forEachRow(reading, events, (record) => write(JSON.parse(record)))
  await forEachRow(reading, movements, (record) => write(JSON.parse(record)))
  await forEachRow(reading, webhooks, webhookWriter(reading))
  await forEachRow(reading, jobs, (record) => write(JSON.parse(record)))
}

/** Rows that are read at once, and those of them that become lines in one turn: that takes longer. */
const readRows = 1000
const writtenRows = 50

async function forEachRow({ db, world, taken }: Reading, select: string, work: (value: string) => void): Promise<void> {
  const some = db.prepare<[number, number], string>(`${select} LIMIT ${readRows} OFFSET ?`).pluck()
  for (let done = 0; ; ) {
    const values = some.all(world, done)
    for (const value of values) {
      work(value)
      done++
      if (done % writtenRows !== 0) continue
      await taken()
      await nextTurn()
    }
    if (values.length < readRows) return
  }
}

const transactions = 'SELECT public_id FROM transactions WHERE business_id = ? ORDER BY first_event, id'

/** Writes each plan once, before its first transaction. */
function transactionWriter({ db, tables, world, write }: Reading): (id: string) => void {
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
  const first = db.prepare<[number, string], { event: number; entries: string }>(
    'SELECT first_event AS event, first_entries AS entries FROM transactions WHERE business_id = ? AND public_id = ?',
  )
  return (id) => {
    const [found, begun] = [tables.transactions.find(world, id), first.get(world, id)]
    if (found === null || begun === undefined) throw new Error(`There is no transaction ${id}`)
    const { plan, ...fields } = found
    const known = { ...fields, plan: numberOf(plan), event: begun.event, entries: JSON.parse(begun.entries) }
    write({ kind: 'transaction', ...known } as unknown as RecordOf<'transaction'>)
  }
}

const webhooks = 'SELECT public_id FROM deliveries WHERE business_id = ? ORDER BY id'

/** Leaves out an attempt under way: its job makes it again. */
function webhookWriter({ tables, world, write }: Reading): (id: string) => void {
  return (id) => {
    const found = tables.deliveries.find(world, id)
    if (found === null) throw new Error(`There is no webhook ${id}`)
    const done = found.attempts.findLastIndex(({ outcome }) => outcome !== null)
    const webhook = { ...found, attempts: found.attempts.slice(0, done + 1) }
    write({ kind: 'webhook', ...webhook } as unknown as RecordOf<'webhook'>)
  }
}

const transactionId = "'transactionId', (SELECT public_id FROM transactions WHERE id = transaction_id)"

const events = `
  SELECT json_object('kind', 'event', 'id', id, 'at', at, ${transactionId}, 'entries', json(entries))
  FROM events WHERE business_id = ? ORDER BY id`

const movements = `
  SELECT json_object('kind', 'movement', 'currency', currency, 'at', at, 'amountMinor', amount_minor,
    'openingMinor', opening_minor, 'closingMinor', closing_minor, 'why', why, ${transactionId})
  FROM ledger WHERE business_id = ? ORDER BY currency, id`

const jobs = `
  SELECT json_object('kind', 'job', 'dueAt', due_at, 'work', json_remove(transactions.jobs -> ('$."' || jobs.id || '"'), '$.id', '$.dueAt'))
  FROM jobs JOIN transactions ON transactions.id = transaction_id WHERE jobs.business_id = ? ORDER BY due_at, jobs.id`
