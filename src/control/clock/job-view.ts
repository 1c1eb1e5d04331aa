import { z } from 'zod'
import { answerList, answerObject } from '../../contract/named.ts'
import type { Job } from '../../domain/job.ts'
import { iso, time, transactionId } from '../view-parts.ts'

export const jobView = answerObject('Job', 'Work that waits for its time.', {
  dueAt: time,
  kind: z.enum(['act', 'deliver', 'release']),
  transactionId,
  what: z.string().describe('The job in words.'),
})

export const jobsView = answerList('Jobs', 'Pending work, the next first.', jobView)

export function presentJob(job: Job) {
  return { dueAt: iso(job.dueAt), kind: job.kind, transactionId: job.transactionId, what: whatOf(job) }
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
