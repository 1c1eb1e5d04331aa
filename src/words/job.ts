import { dueText } from '../domain/clock.ts'
import type { Job } from '../domain/job.ts'

/** Says what a job does, and if it never falls due. */
export function jobText(job: Job): string {
  const isNever = dueText(job.dueAt) === null
  return `${workText(job)}${isNever ? ' (never: the clock ends with the year 9999)' : ''}`
}

function workText(job: Job): string {
  if (job.kind === 'deliver') return `send webhook ${job.deliveryId} to ${job.origin}`
  if (job.kind === 'release') return `look at the held webhooks of ${job.scenario}`
  const { act } = job
  if (act.act === 'settle') return `settle as ${act.result.name}`
  if (act.act === 'transfer') return 'a transfer arrives'
  return `the ${act.what === 'otp' ? 'OTP' : 'account'} expires`
}
