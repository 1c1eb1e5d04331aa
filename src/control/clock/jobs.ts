import { z } from 'zod'
import { controlEndpoint } from '../endpoint.ts'
import { limitQuery } from '../queries.ts'
import { jobsView } from '../transactions/phone-views.ts'
import { presentJob } from './present-job.ts'

/** Pending work of this business, the next first. */
export const listJobs = controlEndpoint({
  tag: 'Sandbox: time',
  method: 'GET',
  path: '/_sandbox/jobs',
  name: 'listJobs',
  summary: 'Pending work',
  query: z.strictObject({ limit: limitQuery }),
  answer: jobsView,
  handle: ({ key, query: { limit }, store }) => ({ body: store.jobs(key, limit).map(presentJob) }),
})
