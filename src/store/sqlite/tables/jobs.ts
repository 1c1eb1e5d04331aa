import type Database from 'better-sqlite3'
import type { SandboxMs } from '../../../domain/clock.ts'
import { type Job, type JobKey, type JobKind, jobKind, type Work } from '../../../domain/job.ts'
import type { TakenJob } from '../../store.ts'
import { isShown } from './businesses.ts'
import { columnsOf, type RawRow } from './columns.ts'
import type { RisingIds } from './tuned-ids.ts'

type InColumns = JobKey & { readonly work: Work }

export const jobColumns = columnsOf<InColumns>('jobs', ['business_id', 'transaction_id', 'kind'], {
  id: 'id',
  dueAt: 'due_at',
  work: { json: 'work' },
})
const select = `SELECT ${jobColumns.select} FROM jobs`

/** The table of jobs: what waits for its time. */
export function jobTable(db: Database.Database, ids: RisingIds) {
  const add = db.prepare(jobColumns.insert)
  const thisOne = 'WHERE business_id = ? AND due_at = ? AND id = ?'
  const isThere = db.prepare<[number | null, number, number], 1>(`SELECT 1 FROM jobs ${thisOne}`).pluck()
  const next = db
    .prepare<[number | null], number>('SELECT id FROM jobs WHERE business_id = ? ORDER BY due_at, id LIMIT 1')
    .pluck()
  const done = db.prepare(`DELETE FROM jobs ${thisOne}`)
  const cancel = createCancel(db)
  const list = db.prepare<[number, number], RawRow>(`${select} WHERE business_id = ? ORDER BY due_at, id LIMIT ?`).raw()
  const listOf = db.prepare<[number], RawRow>(`${select} WHERE transaction_id = ? ORDER BY due_at, id`).raw()
  const due = db
    .prepare<[number, number, number, number, number], RawRow>(`
      ${select} WHERE business_id = ? AND (due_at, id) > (?, ?) AND due_at <= ?
      ORDER BY due_at, id LIMIT ?`)
    .raw()
  const keys = db
    .prepare<[], string>(
      `SELECT key FROM businesses WHERE ${isShown} AND EXISTS (SELECT 1 FROM jobs WHERE business_id = businesses.id)`,
    )
    .pluck()
  const full = (row: RawRow): Job => {
    const { id, dueAt, work } = jobColumns.read(row, 0, {})
    return { id, dueAt, ...work }
  }
  return {
    add: (businessId: number, transactionRow: number, dueAt: SandboxMs, work: Work) =>
      add.run(businessId, transactionRow, jobKind(work), ...jobColumns.values({ id: ids.next(1), dueAt, work })),
    isDue: (businessId: number | null, { job: { dueAt, id }, inOrder }: TakenJob) =>
      inOrder ? next.get(businessId) === id : isThere.get(businessId, dueAt, id) !== undefined,
    done: (businessId: number, { dueAt, id }: JobKey) => done.run(businessId, dueAt, id),
    cancel,
    list: (businessId: number, limit: number): readonly Job[] => list.all(businessId, limit).map(full),
    listOf: (transactionRow: number): readonly Job[] => listOf.all(transactionRow).map(full),
    due: (businessId: number, after: JobKey, until: SandboxMs, limit: number): readonly Job[] =>
      due.all(businessId, after.dueAt, after.id, until, limit).map(full),
    keys: () => keys.all(),
    /** Reserves `count` ids in a row; returns the one before the first. */
    reserve: (count: number) => ids.next(count) - count,
  }
}

/** Deletes a transaction's jobs of some kinds; each list of kinds has a prepared statement of its own. */
function createCancel(db: Database.Database) {
  const prepared = new Map<string, Database.Statement>()
  return (transactionRow: number, kinds: readonly JobKind[]): void => {
    const listed = kinds.map((kind) => `'${kind}'`).join()
    const cancel =
      prepared.get(listed) ?? db.prepare(`DELETE FROM jobs WHERE transaction_id = ? AND kind IN (${listed})`)
    prepared.set(listed, cancel)
    cancel.run(transactionRow)
  }
}
