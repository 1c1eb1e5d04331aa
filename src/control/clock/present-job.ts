import type { Job } from '../../domain/job.ts'
import { iso } from '../iso-time.ts'

/** A job in words: `{dueAt, kind, transactionId, what}`. */
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
