import type { SandboxMs } from '../domain/clock.ts'
import type { Delivery, DeliveryStatus } from '../domain/delivery.ts'
import type { Plan } from '../domain/plan.ts'
import type { Flow, Status, Transaction } from '../domain/transaction.ts'

/** How many transactions of one plan and flow stand where. */
export interface Played {
  readonly plan: Plan
  readonly flow: Flow
  readonly status: Status
  /** The name of the result; null while there is none. */
  readonly result: string | null
  readonly transactions: number
}

/** A webhook whose scenario does something to it, and how far it came. */
export interface FaultyWebhook {
  readonly plan: Plan
  readonly flow: Flow
  readonly transactionId: string
  readonly status: DeliveryStatus
  /** Scheduled attempts that were begun. */
  readonly attempts: number
  /** Those of them that left the sandbox. */
  readonly sent: number
  /** Its signature covers a time (D34). */
  readonly isTimed: boolean
}

export interface RefusedScenario {
  readonly scenario: string
  readonly times: number
}

/** What `createdAfter` looks for: created after this transaction, and not after this time. */
export interface Following {
  readonly transaction: Transaction
  readonly until: SandboxMs
}

/** What a report reads of one business, given by its key: how its scenarios went, and what is worth a finding. Oldest first. */
export interface Audit {
  played(key: string): readonly Played[]
  /** True when a virtual account expired and a late transfer completed it afterwards (D30): its result is another now. */
  hasExpiredBefore(key: string): boolean
  faultyWebhooks(key: string): readonly FaultyWebhook[]
  refusedScenarios(key: string): readonly RefusedScenario[]
  expecting(key: string): readonly Transaction[]
  /** Transactions whose create call got no answer, or a broken one. */
  lostReplies(key: string, limit: number): readonly Transaction[]
  /** Transactions of the same flow and currency that were created after one. */
  createdAfter(key: string, following: Following, limit: number): readonly Transaction[]
  /** Transactions whose create call came again. */
  duplicated(key: string, limit: number): readonly Transaction[]
  open(key: string, limit: number): readonly Transaction[]
  /** Final transactions without an address for their webhook. */
  unannounced(key: string, limit: number): readonly Transaction[]
  /** Webhooks with simulated faults, that are not delivered, or that were answered badly or late: after half of their time-out. */
  deliveriesOfNote(key: string, limit: number): readonly Delivery[]
  /** Webhooks with an attempt that has not come to its end. */
  unfinishedAttempts(key: string): number
}
