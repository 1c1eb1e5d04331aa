import type { Job } from '../../domain/job.ts'
import type { Store } from '../../store/store.ts'
import { presentClock } from './clock-view.ts'
import { presentJob } from './job-view.ts'

/** What is due next, and that a frozen clock does not reach it: of the transaction that is asked about, else of any. */
export function nextWorkText(store: Store, key: string, reference?: string): string {
  const own = reference === undefined ? undefined : nextJobOf(store, key, reference)
  const [job] = own === undefined ? store.jobs(key, 1) : [own]
  if (job === undefined) return 'no work is waiting'
  const { dueAt, what } = presentJob(job)
  if (dueAt === null) return `no work will fall due: ${what}`
  const next = `next is due at ${dueAt}: ${what}`
  const clock = presentClock(store, key)
  const frozen = clock.mode === 'frozen' ? `the clock is frozen at ${clock.now}; ` : ''
  if (reference !== undefined && own === undefined)
    return `${frozen}no work is waiting for ${reference}; of others the ${next}`
  return frozen === '' ? next : `${frozen}advance it: ${next}`
}

function nextJobOf(store: Store, key: string, reference: string): Job | undefined {
  const [transaction] = store.transactions(key, { reference, limit: 1 })
  return transaction && store.jobsOf(key, transaction.id)[0]
}
