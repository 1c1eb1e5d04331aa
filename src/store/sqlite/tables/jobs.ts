import type Database from 'better-sqlite3'
import type { SandboxMs } from '../../../domain/clock.ts'
import type { Job, JobKey, Work } from '../../../domain/job.ts'
import type { TakenJob } from '../../needs.ts'
import { isShown } from './businesses.ts'
import { columnsOf } from './columns.ts'
import type { RisingIds } from './tuned-ids.ts'
import { givenLimit } from './tuned-limit.ts'

/** What waits for its time: a row of `jobs` has its place in the order, the row of its transaction what is done. */
export function jobTable(db: Database.Database, ids: RisingIds) {
  return { ...reading(db), ...writing(db, ids) }
}

export interface NewJob extends Pick<JobKey, 'dueAt'> {
  readonly work: Work
}

/** How the row of a transaction has its jobs: by their ids. */
export function jobsColumn(jobs: readonly Job[]): string {
  return JSON.stringify(Object.fromEntries(jobs.map((job) => [job.id, job])))
}

export const jobColumns = columnsOf<JobKey>('jobs', ['business_id', 'transaction_id'], { id: 'id', dueAt: 'due_at' })
const select = `SELECT transactions.jobs -> ('$."' || jobs.id || '"')
  FROM jobs JOIN transactions ON transactions.id = transaction_id`
const full = (json: string): Job => JSON.parse(json)
const path = (id: number) => `$."${id}"`

function reading(db: Database.Database) {
  const isThere = db
    .prepare<[number | null, number, number], 1>('SELECT 1 FROM jobs WHERE business_id = ? AND due_at = ? AND id = ?')
    .pluck()
  const next = db
    .prepare<[number | null], number>('SELECT id FROM jobs WHERE business_id = ? ORDER BY due_at, id LIMIT 1')
    .pluck()
  const list = db
    .prepare<[number, number], string>(`${select} WHERE jobs.business_id = ? ORDER BY due_at, jobs.id ${givenLimit}`)
    .pluck()
  const due = db
    .prepare<[number, number, number, number, number], string>(`
      ${select} WHERE jobs.business_id = ? AND (due_at, jobs.id) > (?, ?) AND due_at <= ?
      ORDER BY due_at, jobs.id ${givenLimit}`)
    .pluck()
  const keys = db
    .prepare<[], string>(
      `SELECT key FROM businesses WHERE ${isShown} AND EXISTS (SELECT 1 FROM jobs WHERE business_id = businesses.id)`,
    )
    .pluck()
  return {
    isDue: (businessId: number | null, { job: { dueAt, id }, inOrder }: TakenJob) =>
      inOrder ? next.get(businessId) === id : isThere.get(businessId, dueAt, id) !== undefined,
    list: (businessId: number, limit: number): readonly Job[] => list.all(businessId, limit).map(full),
    due: (businessId: number, after: JobKey, until: SandboxMs, limit: number): readonly Job[] =>
      due.all(businessId, after.dueAt, after.id, until, limit).map(full),
    keys: () => keys.all(),
  }
}

function writing(db: Database.Database, ids: RisingIds) {
  const insert = db.prepare(jobColumns.insert)
  const remove = db
    .prepare<[number, number, number], number>(
      'DELETE FROM jobs WHERE business_id = ? AND due_at = ? AND id = ? RETURNING transaction_id',
    )
    .pluck()
  const put = db.prepare<[string, string, number]>(
    'UPDATE transactions SET jobs = json_set(jobs, ?, json(?)) WHERE id = ?',
  )
  const take = db.prepare<[string, number]>('UPDATE transactions SET jobs = json_remove(jobs, ?) WHERE id = ?')
  const of = db.prepare<[number], string>('SELECT jobs FROM transactions WHERE id = ?').pluck()

  function done(businessId: number, { dueAt, id }: JobKey): void {
    const transactionRow = remove.get(businessId, dueAt, id)
    if (transactionRow !== undefined) take.run(path(id), transactionRow)
  }

  function listOf(transactionRow: number): readonly Job[] {
    const jobs: readonly Job[] = Object.values(JSON.parse(of.get(transactionRow) ?? '{}'))
    return jobs.toSorted((a, b) => a.dueAt - b.dueAt || a.id - b.id)
  }

  const order = (businessId: number, transactionRow: number, jobs: readonly JobKey[]): void => {
    for (const job of jobs) insert.run(businessId, transactionRow, ...jobColumns.values(job))
  }

  return {
    /** Gives ids to jobs that are stored with their transaction; `order` puts them into the order. */
    first: (jobs: readonly NewJob[]): readonly Job[] =>
      jobs.map(({ dueAt, work }) => ({ id: ids.next(1), dueAt, ...work })),
    order,
    add(businessId: number, transactionRow: number, { dueAt, work }: NewJob): void {
      const id = ids.next(1)
      order(businessId, transactionRow, [{ id, dueAt }])
      put.run(path(id), JSON.stringify({ id, dueAt, ...work }), transactionRow)
    },
    done,
    /** Deletes some jobs of a transaction. */
    cancel(businessId: number, transactionRow: number, isCancelled: (job: Job) => boolean): void {
      for (const job of listOf(transactionRow)) if (isCancelled(job)) done(businessId, job)
    },
    listOf,
  }
}
