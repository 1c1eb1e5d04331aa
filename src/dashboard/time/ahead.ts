import type { LiveEvent } from '../api/live-event.ts'
import { type Job, jobWords } from '../parts/job-words.ts'

export interface JobAhead {
  readonly at: number
  readonly dueAt: string
  readonly lane: 'transaction' | 'webhook'
  readonly sign: 'check' | 'close' | 'bank' | 'time' | 'send'
  readonly what: string
  readonly transactionId: string
  /** The merchant's reference; the transaction's id if that is not loaded. */
  readonly reference: string
}

/** The pending jobs of a business, the next first. */
export interface Ahead {
  readonly jobs: readonly JobAhead[]
  /** True if there may be more. */
  readonly isCut: boolean
}

/** A job as it is shown, or null if it never falls due; `references` by the ids of transactions. */
export function jobAhead(job: Job, references: ReadonlyMap<string, string>): JobAhead | null {
  const { dueAt, kind, transactionId } = job
  if (dueAt === null) return null
  return {
    at: Date.parse(dueAt),
    dueAt,
    lane: kind === 'act' ? 'transaction' : 'webhook',
    sign: signOf(job),
    what: jobWords(job),
    transactionId,
    reference: references.get(transactionId) ?? transactionId,
  }
}

/** The picture of a job, from the sandbox's words for it. */
function signOf({ kind, what }: Job): JobAhead['sign'] {
  if (kind !== 'act') return 'send'
  if (what.endsWith(' expires')) return 'time'
  if (what.startsWith('settle')) return what === 'settle as approved' ? 'check' : 'close'
  return 'bank'
}

/** True if the pending jobs may have changed: jobs come and end with timeline events and clock moves. */
export function changesAhead({ kind }: LiveEvent): boolean {
  return kind === 'timeline' || kind === 'clock'
}
