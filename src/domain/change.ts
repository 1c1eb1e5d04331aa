import type { CurrencyCode } from '../catalogue/currencies.ts'
import type { ClockState, SandboxMs } from './clock.ts'
import type { DeclaredSettings } from './declared-settings.ts'
import type { Delivery, DeliveryStatus, Outcome } from './delivery.ts'
import type { JobKey, JobKind, Work } from './job.ts'
import type { JsonObject } from './json.ts'
import type { QueueEntry } from './queue-entry.ts'
import type { EventName } from './timeline.ts'
import type { Status, Transaction } from './transaction.ts'

/** One plain change of what is stored. Decisions are lists of these; the store applies each list whole or not at all. */
export type Change =
  | { readonly change: 'transaction.insert'; readonly transaction: Transaction }
  | { readonly change: 'transaction.move'; readonly from: Status; readonly to: Moved }
  | { readonly change: 'transaction.progress'; readonly to: Progress }
  /** A create call came again with the reference of a stored transaction. */
  | { readonly change: 'transaction.duplicated'; readonly reference: string }
  /** A scenario's own refusal was given; nothing else of the call is stored. */
  | { readonly change: 'scenario.refused'; readonly scenario: string }
  | {
      readonly change: 'ledger.post'
      /** Null for a balance that was set by hand. */
      readonly transactionId: string | null
      readonly currency: CurrencyCode
      readonly amountMinor: number
      readonly why: string
    }
  | { readonly change: 'delivery.insert'; readonly delivery: Delivery }
  | ({ readonly change: 'delivery.move' } & DeliveryMove)
  | {
      readonly change: 'attempt.start'
      readonly deliveryId: string
      readonly number: number
      readonly isReplay: boolean
    }
  | {
      readonly change: 'attempt.finish'
      readonly deliveryId: string
      readonly number: number
      readonly headers: Readonly<Record<string, string>>
      readonly outcome: Outcome
    }
  | { readonly change: 'job.add'; readonly dueAt: SandboxMs; readonly work: Work }
  | { readonly change: 'job.done'; readonly job: JobKey }
  | { readonly change: 'jobs.cancel'; readonly transactionId: string; readonly kinds: readonly JobKind[] }
  | {
      readonly change: 'event.append'
      readonly transactionId: string
      readonly event: EventName
      readonly facts: JsonObject
    }
  /** Settings laid over those that the business has; a reset takes them away. */
  | { readonly change: 'business.set'; readonly settings: DeclaredSettings }
  | { readonly change: 'business.default'; readonly scenario: string | null }
  | { readonly change: 'queue.add'; readonly entry: Omit<QueueEntry, 'id'> }
  /** One use of an entry is over; the entry goes with its last. */
  | { readonly change: 'queue.take'; readonly id: number }
  | { readonly change: 'queue.clear' }
  | { readonly change: 'clock.set'; readonly clock: ClockState }

/** A transaction after a change of its status: only what that may change is written. */
export type Moved = Pick<Transaction, 'id' | 'status' | 'amountMinor' | 'feeMinor' | 'receivedMinor' | 'result'>

/** Another status of a delivery. */
export interface DeliveryMove {
  readonly id: string
  readonly from: DeliveryStatus
  readonly to: DeliveryStatus
}

/** What changes in a transaction without its status. */
export type Progress = Pick<
  Transaction,
  'id' | 'receivedMinor' | 'wrongOtps' | 'otpAcceptedAt' | 'statusQueries' | 'updatedAt'
>

/** What a pure decision comes to: a result for the caller, and the changes that make it true. */
export interface Decision<Result> {
  readonly result: Result
  readonly changes: readonly Change[]
}
