import { formatDuration } from '../domain/duration.ts'
import type { When } from '../domain/when.ts'

type Span = { readonly fromMs: number; readonly toMs: number }

/** Formats a range of time as `5s`, or as `2s..8s` until the seed draws from it. */
export function formatSpan({ fromMs, toMs }: Span): string {
  return fromMs === toMs ? formatDuration(fromMs) : `${formatDuration(fromMs)}..${formatDuration(toMs)}`
}

/** Formats when something is to come: `5s` counts from creation, anything else says what it counts from. */
export function formatWhen(when: When): string {
  if ('never' in when) return 'never'
  if ('at' in when) return new Date(when.at).toISOString()
  const span = formatSpan(when)
  switch (when.since) {
    case 'creation':
      return span
    case 'call':
      // The create call waits in real time, independent of the business's clock.
      return when.toMs === 0 ? span : `${span} of real time`
    case 'wrong_otp':
      return `at wrong OTP ${when.count}`
    case 'otp':
      return `${span} after the OTP`
    case 'webhook':
      return 'after the webhook before it'
    case 'final':
      return `${span} after the final status`
    case 'query':
      return `${span} after status query ${when.count} of the final status`
  }
}
