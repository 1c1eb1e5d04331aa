import { z } from 'zod'
import { controlEndpoint } from '../endpoint.ts'
import { limitQuery } from '../queries.ts'
import { jobsView, presentJob } from './job-view.ts'

/** Pending work of this business, the next first. */
export const listJobs = controlEndpoint({
  route: 'GET /_sandbox/jobs',
  summary: 'Pending work',
  query: z.strictObject({ limit: limitQuery }),
  answer: jobsView,
  handle: ({ key, query: { limit }, store }) => ({ body: store.jobs(key, limit).map(presentJob) }),
})
