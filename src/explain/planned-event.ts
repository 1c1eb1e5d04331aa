import { formatDuration } from '../domain/duration.ts'

/** One thing that will happen, in words. */
export interface PlannedEvent {
  /** A duration such as `5s` or `2s..8s` of sandbox time from creation, unless it says otherwise. */
  readonly after: string
  readonly event: string
}

/** What a time counts from, in the order of a forecast: the creation, an action of the merchant, or a final status without a time. */
const sinces = ['creation', 'wrong-otps', 'otp', 'never', 'final', 'queries'] as const

/** A sandbox time; its two ends differ until the seed draws it. */
export interface When {
  readonly since: (typeof sinces)[number]
  readonly minMs: number
  readonly maxMs: number
  /** How many wrong OTPs or status queries it takes. */
  readonly count?: number
}

/** Something that is expected, before it is put in order and into words. */
export interface Expected {
  readonly when: When
  readonly event: string
}

export function later(when: When, ms: number): When {
  return { ...when, minMs: when.minMs + ms, maxMs: when.maxMs + ms }
}

/** Formats a time as `after` shows it. */
export function formatWhen({ since, minMs, maxMs, count }: When): string {
  const span = minMs === maxMs ? formatDuration(minMs) : `${formatDuration(minMs)}..${formatDuration(maxMs)}`
  if (since === 'creation') return span
  if (since === 'never') return 'never'
  if (since === 'wrong-otps') return `at wrong OTP ${count}`
  if (since === 'queries') return `${span} after status query ${count} of the final status`
  return since === 'otp' ? `${span} after the OTP` : `${span} after the final status`
}

/** Events that count from the creation come first, then events that wait; each group in the order of time. */
export function inOrderOfTime(expected: readonly Expected[]): readonly Expected[] {
  return expected.toSorted(
    ({ when: one }, { when: other }) =>
      sinces.indexOf(one.since) - sinces.indexOf(other.since) || one.minMs - other.minMs,
  )
}
