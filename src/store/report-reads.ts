import type { SandboxMs } from '../domain/clock.ts'
import type { Delivery, DeliveryStatus } from '../domain/delivery.ts'
import type { Plan } from '../domain/plan.ts'
import type { Flow, Status, Transaction } from '../domain/transaction.ts'

/** The transactions of one plan and flow that have this state. */
export interface Played {
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

export interface Following {
  readonly transaction: Transaction
  readonly until: SandboxMs
}

/** What a report reads of one business: results of its scenarios, and material for findings. Oldest first. */
export interface ReportReads {
  played(key: string): readonly Played[]
  /** True if a late transfer completed an expired virtual account (D30): its result is another now. */
  hasExpiredBefore(key: string): boolean
  faultyWebhooks(key: string): readonly FaultyWebhook[]
  refusedScenarios(key: string): readonly RefusedScenario[]
  expecting(key: string): readonly Transaction[]
  /** Transactions whose create call got no answer, or a broken one. */
  lostReplies(key: string, limit: number): readonly Transaction[]
  createdAfter(key: string, following: Following, limit: number): readonly Transaction[]
  duplicated(key: string, limit: number): readonly Transaction[]
  open(key: string, limit: number): readonly Transaction[]
  /** Final transactions without an address for their webhook. */
  unannounced(key: string, limit: number): readonly Transaction[]
  /** Webhooks with simulated faults, undelivered ones, and those answered badly or after half of their time-out. */
  deliveriesOfNote(key: string, limit: number): readonly Delivery[]
  unfinishedAttempts(key: string): number
}
