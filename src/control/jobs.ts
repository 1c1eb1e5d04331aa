import { z } from 'zod'
import { defineEndpoint } from '../contract/endpoint.ts'
import { presentJob } from './present.ts'
import { limitQuery } from './queries.ts'
import type { ControlTools } from './tools.ts'

/** Pending work of this business, the next first. */
export const listJobs = defineEndpoint<ControlTools>()({
  area: 'control',
  method: 'GET',
  path: '/_sandbox/jobs',
  summary: 'Pending work',
  query: z.strictObject({ limit: limitQuery }),
  handle: ({ key, query: { limit }, store }) => ({ body: store.jobs(key, limit).map(presentJob) }),
})
