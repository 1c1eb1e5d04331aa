import type { SandboxMs } from '../domain/clock.ts'
import type { Delivery } from '../domain/delivery.ts'
import type { Recorded, TimelineEvent } from '../domain/happening.ts'
import type { Job } from '../domain/job.ts'
import type { Step } from '../domain/plan.ts'
import type { Transaction } from '../domain/transaction.ts'
import type { Branch, When } from '../domain/when.ts'

export interface Stored {
  readonly transaction: Transaction
  readonly timeline: readonly TimelineEvent[]
  /** Oldest first. */
  readonly deliveries: readonly Delivery[]
  /** In the order they are due. */
  readonly jobs: readonly Job[]
  readonly hasAddress: boolean
}

/** A step in the life of a transaction. */
export type LifeStep = { readonly what: Recorded & { readonly branch?: Branch } } & (
  | {
      readonly state: 'happened'
      readonly at: SandboxMs
      /** Null if it was not planned for a time: it was done by hand, or by the merchant. */
      readonly planned: SandboxMs | null
    }
  | { readonly state: 'pending'; readonly when: When }
  | { readonly state: 'cancelled'; readonly when: When; readonly by: Recorded | null }
)

/** Returns when a step of a plan is due, or null before its OTP is accepted. */
export function plannedAt(
  { from, afterMs }: Step,
  { createdAt, otpAcceptedAt }: Pick<Transaction, 'createdAt' | 'otpAcceptedAt'>,
): SandboxMs | null {
  const since = from === 'otp' ? otpAcceptedAt : createdAt
  return since === null ? null : since + afterMs
}
