import type { Client } from '../api/client.ts'
import { type Ahead, jobAhead } from './ahead.ts'

/** Asks for the pending work, and for the references of those whose work is next. */
export async function loadAhead(client: Client): Promise<Ahead> {
  const jobs = await client.call('GET /_sandbox/jobs', { limit: mostJobs })
  const ids = [...new Set(jobs.map(({ transactionId }) => transactionId))].slice(0, mostNamed)
  if (ids.length === 0) return { jobs: [], isCut: false }
  const { data } = await client.call('GET /_sandbox/transactions', { id: ids.join(',') })
  const references = new Map(data.map(({ id, reference_business }) => [id, reference_business]))
  return { jobs: jobs.map((job) => jobAhead(job, references)), isCut: jobs.length === mostJobs }
}

/** More are not drawn, and not asked for. */
const mostJobs = 500
/** So many transactions can be asked for together. */
const mostNamed = 100
