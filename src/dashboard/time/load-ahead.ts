import type { Client } from '../api/client.ts'
import { type Ahead, jobAhead } from './ahead.ts'

/** More jobs are not loaded. */
const mostJobs = 500
/** The API takes at most this many ids in one call. */
const mostNamed = 100

/** Loads the pending jobs, and the references of the transactions whose jobs are next. */
export async function loadAhead(client: Client): Promise<Ahead> {
  const jobs = await client.call('GET /_sandbox/jobs', { limit: mostJobs })
  const ids = [...new Set(jobs.map(({ transactionId }) => transactionId))].slice(0, mostNamed)
  if (ids.length === 0) return { jobs: [], isCut: false }
  const { data } = await client.call('GET /_sandbox/transactions', { id: ids.join(',') })
  const references = new Map(data.map(({ id, reference_business }) => [id, reference_business]))
  const shown = jobs.map((job) => jobAhead(job, references)).filter((job) => job !== null)
  return { jobs: shown, isCut: jobs.length === mostJobs }
}
