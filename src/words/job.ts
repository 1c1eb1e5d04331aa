import type { Brought } from '../domain/job.ts'

const sentences: { readonly [B in Brought['brings']]: (work: Extract<Brought, { readonly brings: B }>) => string } = {
  settled: ({ result }) => `settle as ${result}`,
  transfer_received: () => 'a transfer arrives',
  expired: ({ what }) => `the ${what === 'otp' ? 'OTP' : 'account'} expires`,
  webhook_attempted: ({ deliveryId, origin }) => `send webhook ${deliveryId} to ${origin}`,
  webhook_queued: ({ scenario }) => `look at the held webhooks of ${scenario}`,
}

/** Says what a job does; `dueAt` is null if it never falls due. */
export function jobText(work: Brought, dueAt: string | null): string {
  return `${workText(work)}${dueAt === null ? ' (never: the clock ends with the year 9999)' : ''}`
}

export function workText<B extends Brought['brings']>(work: Extract<Brought, { readonly brings: B }>): string {
  return sentences[work.brings](work)
}

/** What a job brings, short enough for a row. */
export function shortJobText({
  brings,
  result = 'approved',
}: {
  readonly brings: Brought['brings']
  readonly result?: string | undefined
}): string {
  if (brings === 'webhook_attempted') return 'send webhook'
  if (brings === 'webhook_queued') return 'release webhooks'
  if (brings === 'transfer_received') return 'a transfer arrives'
  if (brings === 'expired') return 'expires'
  return result === 'approved' ? 'completes' : `fails: ${result.replaceAll('_', ' ')}`
}
