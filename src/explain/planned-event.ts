import type { SandboxMs } from '../domain/clock.ts'
import { formatDuration } from '../domain/duration.ts'
import type { DurationRange } from '../scenarios/language/duration-range.ts'

export interface PlannedEvent {
  /** A duration such as `5s` or `2s..8s` of sandbox time from creation, unless it says otherwise. */
  readonly after: string
  readonly event: string
}

/** Starting points of times, in the order of a forecast. */
const sinces = ['creation', 'wrong-otps', 'otp', 'never', 'final', 'queries'] as const

/** A range of sandbox time, until the seed draws a time from it. */
export interface When extends DurationRange {
  readonly since: (typeof sinces)[number]
  /** Number of wrong OTPs or status queries. */
  readonly count?: number
}

export interface Expected {
  readonly when: When
  readonly event: string
}

export interface ExplainedStep {
  readonly event: string
  /** Null if it was not planned for a time: it was done by hand, or waits for an action. */
  readonly planned: SandboxMs | null
  readonly actual: SandboxMs | null
  readonly state: 'happened' | 'pending' | 'cancelled'
  /** What cancelled it, what it waits for, or the action that made it; null if the times say all. */
  readonly why: string | null
}

export function later(when: When, ms: number): When {
  return { ...when, minMs: when.minMs + ms, maxMs: when.maxMs + ms }
}

export function formatSpan({ minMs, maxMs }: DurationRange): string {
  return minMs === maxMs ? formatDuration(minMs) : `${formatDuration(minMs)}..${formatDuration(maxMs)}`
}

export function formatWhen({ since, count, ...range }: When): string {
  const span = formatSpan(range)
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
