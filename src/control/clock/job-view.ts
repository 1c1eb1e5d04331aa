import { z } from 'zod'
import { answerList, answerObject } from '../../contract/named.ts'
import { dueText } from '../../domain/clock.ts'
import type { Job } from '../../domain/job.ts'
import { time, transactionId } from '../view-parts.ts'

export const jobView = answerObject('Job', 'Work that waits for its time.', {
  dueAt: time
    .nullable()
    .describe(
      "ISO 8601, in the business's sandbox time. Null past the year 9999, where every clock ends: it never falls due.",
    ),
  kind: z.enum(['act', 'deliver', 'release']),
  transactionId,
  what: z.string().describe('The job in words.'),
})

export const jobsView = answerList('Jobs', 'Pending work, the next first.', jobView)

export function presentJob(job: Job) {
  const dueAt = dueText(job.dueAt)
  const why = dueAt === null ? ' (never: the clock ends with the year 9999)' : ''
  return { dueAt, kind: job.kind, transactionId: job.transactionId, what: `${whatOf(job)}${why}` }
}

function whatOf(job: Job): string {
  if (job.kind === 'deliver') return `send webhook ${job.deliveryId} to ${job.origin}`
  if (job.kind === 'release') return `look at the held webhooks of ${job.scenario}`
  if (job.act.act === 'settle') return `settle as ${job.act.result.name}`
  return job.act.act === 'transfer'
    ? 'a transfer arrives'
    : job.act.what === 'otp'
      ? 'the OTP expires'
      : 'the account expires'
}
