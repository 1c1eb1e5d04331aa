import type { CurrencyCode } from '../catalogue/currencies.ts'
import type { QueueEntry } from './business.ts'
import type { ClockState, SandboxMs } from './clock.ts'
import type { SettingsChange } from './declared-settings.ts'
import type { Delivery, DeliveryStatus, Outcome } from './delivery.ts'
import type { Recorded } from './happening.ts'
import type { JobKey, JobKind, LaterAttempts, Work } from './job.ts'
import type { Status, Transaction } from './transaction.ts'

/** One change of the stored state. The store applies all changes of a decision, or none. */
export type Change =
  | { readonly change: 'transaction.insert'; readonly transaction: Transaction }
  | { readonly change: 'transaction.move'; readonly from: Status; readonly to: Moved }
  | { readonly change: 'transaction.progress'; readonly to: Progress }
  | { readonly change: 'transaction.duplicated'; readonly reference: string }
  /** A scenario, or a member of this mix, refused a create call. Nothing else of the call is stored. */
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
  /** A replay delivered the webhook: its scheduled attempts that are due after `after` are not needed. */
  | ({ readonly change: 'attempts.cancel'; readonly transactionId: string } & LaterAttempts)
  | { readonly change: 'event.append'; readonly transactionId: string; readonly happening: Recorded }
  /** Settings that override the settings of the business until a reset. */
  | { readonly change: 'business.set'; readonly settings: SettingsChange }
  | { readonly change: 'business.default'; readonly scenario: string | null }
  | { readonly change: 'queue.add'; readonly entry: Omit<QueueEntry, 'id'> }
  /** Uses an entry once; the last use removes it. */
  | { readonly change: 'queue.take'; readonly id: number }
  | { readonly change: 'queue.clear' }
  | { readonly change: 'clock.set'; readonly clock: ClockState }

export type Moved = Pick<Transaction, 'id' | 'status' | 'amountMinor' | 'feeMinor' | 'receivedMinor' | 'result'>

export interface DeliveryMove {
  readonly id: string
  readonly from: DeliveryStatus
  readonly to: DeliveryStatus
}

export type Progress = Pick<
  Transaction,
  'id' | 'receivedMinor' | 'wrongOtps' | 'otpAcceptedAt' | 'statusQueries' | 'updatedAt'
>

export interface Decision<Result> {
  readonly result: Result
  readonly changes: readonly Change[]
}

/** Adds what happens to the timeline of its transaction. */
export function record(transactionId: string, happening: Recorded): Change {
  return { change: 'event.append', transactionId, happening }
}

/** Adds that the create call got its reply, or that its caller had gone away. */
export function answered({ id, plan: { reply } }: Transaction, isCallerGone = false): Change {
  return record(id, { kind: 'answered', ...reply, ...(isCallerGone ? { fault: 'caller-gone' } : {}) })
}
