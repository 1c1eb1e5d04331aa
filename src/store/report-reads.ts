import type { SandboxMs } from '../domain/clock.ts'
import type { Delivery, DeliveryStatus } from '../domain/delivery.ts'
import type { Plan } from '../domain/plan.ts'
import type { Flow, Status, Transaction } from '../domain/transaction.ts'

/** The transactions of one plan and flow that have this state. */
export interface PlanUse {
  readonly plan: Plan
  readonly flow: Flow
  readonly status: Status
  readonly result: string | null
  /** The longest time from creation to the last change, in sandbox time. */
  readonly longestMs: number
  /** A virtual account got less, or more, than was asked for. */
  readonly isPaidShort: boolean
  readonly isPaidOver: boolean
}

/** A webhook with faults of its scenario, and how many attempts it had. */
export interface FaultyWebhook {
  readonly plan: Plan
  readonly flow: Flow
  readonly transactionId: string
  readonly status: DeliveryStatus
  /** Scheduled attempts that were begun. */
  readonly attempts: number
  /** Those of them that left the sandbox. */
  readonly sent: number
}

export interface RefusedScenario {
  readonly scenario: string
  readonly times: number
}

/** Some transactions of a business in a row, the oldest first. Each read shows them as they are when it is called. */
export interface TransactionPart {
  readonly played: readonly PlanUse[]
  /** True if a late transfer completed an expired virtual account (D30): its result is another now. */
  hasExpiredBefore(): boolean
  faultyWebhooks(): readonly FaultyWebhook[]
  expecting(): readonly Transaction[]
  /** Transactions whose create call got no answer, or a broken one. */
  lostReplies(): readonly Transaction[]
  duplicated(): readonly Transaction[]
  open(): readonly Transaction[]
  /** Final transactions without an address for their webhook. */
  unannounced(): readonly Transaction[]
}

/**
 * What a report reads of the world that one business has now: results of its scenarios, and material for findings. A large
 * world is read in parts, so that the reader can let other calls go on between two. What comes later belongs to no part.
 */
export interface ReportReads {
  /** Returns true once the business has another world, after a reset or a restore: the parts show nothing of it. */
  isOver(): boolean
  transactions(): Iterable<TransactionPart>
  /** Parts of the webhooks with simulated faults, undelivered ones, and those answered badly or after half of their time-out. */
  deliveriesOfNote(): Iterable<readonly Delivery[]>
  refusedScenarios(): readonly RefusedScenario[]
  /** The first transaction after this one, created by `until`, that moves the same sum for the same account. */
  nextLike(transaction: Transaction, until: SandboxMs): Transaction | null
}
