import type { AnswerOf } from '../../control/routes.ts'
import { shortJobText } from '../../words/job.ts'
import type { Call } from '../api/call.ts'
import type { LiveEvent } from '../api/live-event.ts'
import type { IconName } from '../parts/icon-paths.ts'
import type { Sign } from '../timeline/sign.ts'

export type Job = AnswerOf<'GET /_sandbox/jobs'>[number]

export type JobAhead = Job & {
  readonly dueAt: string
  readonly at: number
  /** The merchant's reference; the transaction's id if that is not loaded. */
  readonly reference: string
}

export interface Ahead {
  readonly jobs: readonly JobAhead[]
  /** True if there may be more. */
  readonly isCut: boolean
}

/** More jobs are not loaded. */
const mostJobs = 500
/** The API takes at most this many ids in one call. */
const mostNamed = 100

/** Loads the pending jobs, and the references of the transactions whose jobs are next. */
export async function loadAhead({ call }: { readonly call: Call }): Promise<Ahead> {
  const jobs = await call('GET /_sandbox/jobs', { limit: mostJobs })
  const ids = [...new Set(jobs.map(({ transactionId }) => transactionId))].slice(0, mostNamed)
  if (ids.length === 0) return { jobs: [], isCut: false }
  const { data } = await call('GET /_sandbox/transactions', { id: ids.join(',') })
  const references = new Map(data.map(({ id, reference_business }) => [id, reference_business]))
  const ahead = jobs.flatMap((job): readonly JobAhead[] => {
    const { dueAt, transactionId } = job
    // A job without a time never falls due.
    if (dueAt === null) return []
    return [{ ...job, dueAt, at: Date.parse(dueAt), reference: references.get(transactionId) ?? transactionId }]
  })
  return { jobs: ahead, isCut: jobs.length === mostJobs }
}

/** True for a step of a transaction, false for a webhook. */
export function isAct({ kind }: Pick<Job, 'kind'>): boolean {
  return kind === 'act'
}

export function signOf({ brings, result }: Pick<Job, 'brings' | 'result'>): IconName {
  if (brings === 'webhook_attempted' || brings === 'webhook_queued') return 'send'
  if (brings === 'transfer_received') return 'bank'
  if (brings === 'expired') return 'time'
  return result === 'approved' ? 'check' : 'close'
}

/** Later jobs are in the list alone. */
const mostSigns = 40

/** The jobs as signs of a picture; the step of a sign is its place among the jobs. */
export function jobSigns(jobs: readonly JobAhead[]): readonly Sign[] {
  return jobs.slice(0, mostSigns).map((job, step) => ({
    lane: isAct(job) ? 'transaction' : 'server',
    icon: signOf(job),
    title: job.reference,
    detail: shortJobText(job),
    tone: 'neutral',
    at: job.at,
    isAhead: true,
    step,
  }))
}

/** True if the pending jobs may have changed: jobs come and end with timeline events and clock moves. */
export function changesAhead({ kind }: LiveEvent): boolean {
  return kind === 'timeline' || kind === 'clock'
}
