import type { Business } from '../domain/business.ts'
import type { SandboxMs } from '../domain/clock.ts'
import type { Delivery } from '../domain/delivery.ts'
import type { JobKey } from '../domain/job.ts'
import type { CurrencyCode, Transaction } from '../domain/transaction.ts'
import type { Wallet } from '../domain/wallet.ts'

/** What a decision asks the store to load. */
export interface Needs {
  readonly transaction?: string
  readonly referenceTaken?: string
  readonly wallet?: CurrencyCode
  /** The wallet in the currency of a transaction, by the transaction's id. */
  readonly walletOf?: string
  /** Candidates in order; the first that no transaction of the business holds is given. */
  readonly freeAccountNumber?: readonly string[]
  readonly delivery?: string
  /** A transaction whose webhooks are given, oldest first. */
  readonly deliveriesOf?: string
  /** A job that must still be due, or the first that is due; null is always due. */
  readonly isJobDue?: TakenJob | null
  readonly isWorkDueBy?: SandboxMs
  /** A transaction whose held webhooks are given, oldest first. */
  readonly heldOf?: string
  /** A scenario, or the group of a hold, whose held webhooks are given, oldest first. */
  readonly heldIn?: string
}

export interface TakenJob {
  readonly job: JobKey
  /** True if it may run only when no other job of the business is due before it. */
  readonly inOrder: boolean
}

interface Loaded {
  readonly transaction: Transaction | null
  readonly referenceTaken: boolean
  readonly wallet: Wallet
  readonly walletOf: Wallet | null
  readonly freeAccountNumber: string | null
  readonly delivery: Delivery | null
  readonly deliveriesOf: readonly Delivery[]
  readonly isWorkDueBy: boolean
  readonly isJobDue: boolean
  readonly heldOf: readonly Delivery[]
  readonly heldIn: readonly Delivery[]
}

/** What a decision reads: the business, its sandbox time, and its needs. */
export type State<N extends Needs> = { readonly business: Business; readonly now: SandboxMs } & {
  readonly [K in keyof N & keyof Loaded]: Loaded[K]
}
