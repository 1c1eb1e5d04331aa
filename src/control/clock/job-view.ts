import { z } from 'zod'
import { answerList, answerObject } from '../../contract/named.ts'
import { dueText } from '../../domain/clock.ts'
import { broughtBy, type Job } from '../../domain/job.ts'
import type { Store } from '../../store/store.ts'
import type { NextWork } from '../../words/errors/of-waits.ts'
import { jobText } from '../../words/job.ts'
import { time, transactionId } from '../schema-parts.ts'
import { presentClock } from './clock-view.ts'

export const jobView = answerObject('Job', 'Work that waits for its time.', {
  dueAt: time
    .nullable()
    .describe(
      "ISO 8601, in the business's sandbox time. Null past the year 9999, where every clock ends: it never falls due.",
    ),
  kind: z.enum(['act', 'deliver', 'release']),
  transactionId,
  what: z.string().describe('The job in words.'),
  brings: z
    .enum(['settled', 'transfer_received', 'expired', 'webhook_attempted', 'webhook_queued'])
    .describe('The kind of step that it brings.'),
  result: z.string().optional().describe('The result that it settles with; `approved` completes.'),
})

export const jobsView = answerList('Jobs', 'Pending work, the next first.', jobView)

export function presentJob(job: Job) {
  const { kind, transactionId } = job
  const dueAt = dueText(job.dueAt)
  const work = broughtBy(job)
  const result = work.brings === 'settled' ? { result: work.result } : {}
  return { dueAt, kind, transactionId, what: jobText(work, dueAt), brings: work.brings, ...result }
}

/** The next job, of this transaction or of any, and whether a frozen clock holds it; null if no job is waiting. */
export function nextWork(store: Store, key: string, reference?: string): NextWork | null {
  const own = reference === undefined ? undefined : nextJobOf(store, key, reference)
  const [job] = own === undefined ? store.jobs(key, 1) : [own]
  if (job === undefined) return null
  const { mode, now } = presentClock(store, key)
  const notOf = own === undefined ? (reference ?? null) : null
  return { dueAt: dueText(job.dueAt), work: broughtBy(job), frozenAt: mode === 'frozen' ? now : null, notOf }
}

function nextJobOf(store: Store, key: string, reference: string): Job | undefined {
  const [transaction] = store.transactions(key, { reference, limit: 1 })
  return transaction && store.jobsOf(key, transaction.id)[0]
}
