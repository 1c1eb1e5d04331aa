import { dueText } from '../domain/clock.ts'
import type { Kind } from '../domain/happening.ts'
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

/** What a job brings, short enough for a row. */
export function shortJobText({
  brings,
  result = 'approved',
}: {
  readonly brings: Kind
  readonly result?: string | undefined
}): string {
  if (brings === 'webhook_attempted') return 'send webhook'
  if (brings === 'webhook_queued') return 'release webhooks'
  if (brings === 'transfer_received') return 'a transfer arrives'
  if (brings === 'expired') return 'expires'
  return result === 'approved' ? 'completes' : `fails: ${result.replaceAll('_', ' ')}`
}
