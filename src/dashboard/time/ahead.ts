import type { LiveEvent } from '../api/live-event.ts'
import { type Job, jobWords } from '../parts/job-words.ts'

/** Pending work as it is shown: when, what, and of which transaction. */
export interface JobAhead {
  readonly at: number
  readonly dueAt: string
  readonly lane: 'transaction' | 'webhook'
  readonly sign: 'check' | 'close' | 'bank' | 'time' | 'send'
  readonly what: string
  readonly transactionId: string
  /** The merchant's reference; the transaction's id where it is not known. */
  readonly reference: string
}

/** The pending work of a business, the next first. */
export interface Ahead {
  readonly jobs: readonly JobAhead[]
  /** Whether there may be more than is shown. */
  readonly isCut: boolean
}

/** A job as it is shown; `references` by the ids of transactions. */
export function jobAhead(job: Job, references: ReadonlyMap<string, string>): JobAhead {
  const { dueAt, kind, transactionId } = job
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

/** The picture of a job; the sandbox says in words what it is. */
function signOf({ kind, what }: Job): JobAhead['sign'] {
  if (kind !== 'act') return 'send'
  if (what.endsWith(' expires')) return 'time'
  if (what.startsWith('settle')) return what === 'settle as approved' ? 'check' : 'close'
  return 'bank'
}

/** Whether the pending work may have changed: all that adds or ends some is in a timeline, or moves the clock. */
export function changesAhead({ kind }: LiveEvent): boolean {
  return kind === 'timeline' || kind === 'clock'
}
