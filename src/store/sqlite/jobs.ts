import type Database from 'better-sqlite3'
import type { SandboxMs } from '../../domain/clock.ts'
import { type Job, type JobKind, kindOf, type Work } from '../../domain/job.ts'
import type { JobCursor } from '../store.ts'
import type { RisingIds } from './rising-ids.ts'
import type { RowFinder } from './row-finder.ts'
import { type JobRow, toJob } from './rows.ts'

/** The table of jobs: what waits for its time. */
export function jobTable(db: Database.Database, ids: RisingIds, rows: RowFinder) {
  const add = db.prepare(
    'INSERT INTO jobs (id, business_id, transaction_id, due_at, kind, work) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const isThere = db.prepare<[number], 1>('SELECT 1 FROM jobs WHERE id = ?').pluck()
  const done = db.prepare('DELETE FROM jobs WHERE id = ?')
  const cancel = db.prepare('DELETE FROM jobs WHERE transaction_id = ? AND kind = ?')
  const list = db.prepare<[number, number], JobRow>(
    'SELECT id, transaction_id, due_at, work FROM jobs WHERE business_id = ? ORDER BY due_at, id LIMIT ?',
  )
  const listOf = db.prepare<[number], JobRow>(
    'SELECT id, transaction_id, due_at, work FROM jobs WHERE transaction_id = ? ORDER BY due_at, id',
  )
  const due = db.prepare<[number, number, number, number, number], JobRow>(`
    SELECT id, transaction_id, due_at, work FROM jobs
    WHERE business_id = ? AND (due_at, id) > (?, ?) AND due_at <= ?
    ORDER BY due_at, id LIMIT ?`)
  const keys = db
    .prepare<[], string>(
      'SELECT key FROM businesses WHERE EXISTS (SELECT 1 FROM jobs WHERE business_id = businesses.id)',
    )
    .pluck()
  // Whoever reads a job asks for its transaction next.
  const full = (row: JobRow): Job => {
    const job = toJob(row)
    rows.hint(job.transactionId, row.transaction_id)
    return job
  }
  return {
    add: (businessId: number, transactionRow: number, dueAt: SandboxMs, work: Work) =>
      add.run(ids.next(1), businessId, transactionRow, dueAt, kindOf(work), JSON.stringify(work)),
    isThere: (id: number) => isThere.get(id) !== undefined,
    done: (id: number) => done.run(id),
    cancel: (transactionRow: number, kind: JobKind) => cancel.run(transactionRow, kind),
    list: (businessId: number, limit: number): readonly Job[] => list.all(businessId, limit).map(full),
    listOf: (transactionRow: number): readonly Job[] => listOf.all(transactionRow).map(full),
    due: (businessId: number, cursor: JobCursor, until: SandboxMs, limit: number): readonly Job[] =>
      due.all(businessId, cursor.dueAt, cursor.id, until, limit).map(full),
    keys: () => keys.all(),
    /** The id before so many new ones that follow each other. */
    reserve: (count: number) => ids.next(count) - count,
    forget: ids.forget,
  }
}
