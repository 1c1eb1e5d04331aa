import { type Delivery, isDelivered } from '../../domain/delivery.ts'
import type { TimelineEvent } from '../../domain/happening.ts'

/** What a run shows of a transaction. */
export interface Seen {
  readonly timeline: readonly TimelineEvent[]
  /** The timeline of the transaction created after it; empty if there is none. */
  readonly next: readonly TimelineEvent[]
  readonly deliveries: readonly Delivery[]
  /** When its plan would end it, after its creation; null for a plan that does not. */
  readonly endsAfterMs: number | null
  /** Its create call was answered after its final status. */
  readonly isReplySlow: boolean
}

/** True if a status query was answered PENDING after the final status. */
export function wasPending(timeline: readonly TimelineEvent[]): boolean {
  const settled = timeline.findIndex(({ kind }) => kind === 'settled')
  const after = settled < 0 ? [] : timeline.slice(settled)
  return after.some((one) => one.kind === 'status_queried' && one.status === 'PENDING')
}

/** True if a status query has ended it, before its plan would. */
export function endedOnQuery({ timeline, endsAfterMs }: Seen): boolean {
  const [created] = timeline
  const settled = timeline.find(({ kind }) => kind === 'settled')
  if (created === undefined || settled?.cause?.by !== 'step' || endsAfterMs === null) return false
  return settled.at < created.at + endsAfterMs
}

/** True if the next transaction was created before the webhook of this one went out. */
export function isNextOpen({ timeline, next }: Seen): boolean {
  return isBefore(next[0], firstAttempt(timeline))
}

export function cameTogether(timeline: readonly TimelineEvent[], next: readonly TimelineEvent[]): boolean {
  const [one, other] = [firstAttempt(timeline), firstAttempt(next)]
  const wereHeld = [timeline, next].every((events) => events.some(({ kind }) => kind === 'webhook_held'))
  return wereHeld && one !== undefined && one.at === other?.at
}

/** True if the merchant's server accepted one of some webhooks. */
export function wasAccepted(deliveries: readonly Delivery[]): boolean {
  return deliveries.some(({ attempts }) =>
    attempts.some(({ outcome }) => outcome !== null && (isDelivered(outcome) || outcome.lostStatus !== undefined)),
  )
}

/** How many of some webhooks were sent. */
export function sentIn(deliveries: readonly Delivery[]): number {
  return deliveries.filter(({ attempts }) => attempts.some(({ outcome }) => outcome?.sent)).length
}

export function firstAttempt(timeline: readonly TimelineEvent[]): TimelineEvent | undefined {
  return timeline.find(({ kind }) => kind === 'webhook_attempted')
}

export function isBefore(one: TimelineEvent | undefined, other: TimelineEvent | undefined): boolean {
  return one !== undefined && other !== undefined && one.id < other.id
}
