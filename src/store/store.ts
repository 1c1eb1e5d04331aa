import type { Business } from '../domain/business.ts'
import type { Decision } from '../domain/change.ts'
import type { ClockState, SandboxMs } from '../domain/clock.ts'
import type { Delivery, DeliveryStatus, LastWebhook } from '../domain/delivery.ts'
import type { Gate, Gatekeeper } from '../domain/gate.ts'
import type { TimelineEvent } from '../domain/happening.ts'
import type { Job, JobKey } from '../domain/job.ts'
import type { CurrencyCode, Status, Transaction } from '../domain/transaction.ts'
import type { LedgerEntry, Wallet } from '../domain/wallet.ts'
import type { WorldRecord } from '../world-file/records.ts'
import type { BackedUp } from './backup.ts'
import type { DeliveryFilter, TransactionFilter } from './filters.ts'
import type { Needs, State } from './needs.ts'
import type { ReportReads } from './report-reads.ts'

/** What one commit changed of one business, for the scheduler and for waiting calls. */
export interface Commit {
  readonly key: string
  readonly clock: ClockState
  readonly dueAt: SandboxMs | null
  readonly clockSet: boolean
  readonly delivered: boolean
  readonly attempted: boolean
  readonly otpSent: boolean
  /** What it changed beside transactions and the clock. */
  readonly changed: ReadonlySet<Changed>
}

export type Changed = 'default' | 'queue' | 'settings' | 'wallet' | 'seal'

/** The position of a runner that has taken no job. */
export const beforeAllJobs: JobKey = { dueAt: -1, id: -1 }

export interface Counts {
  readonly transactions: Readonly<Record<Status, number>>
  readonly deliveries: Readonly<Record<DeliveryStatus, number>>
  readonly jobs: number
}

export interface BusinessSummary {
  readonly key: string
  readonly transactions: number
}

export interface Snapshot {
  readonly name: string
  readonly at: SandboxMs
  readonly transactions: number
  readonly pendingJobs: number
}

/** What a prune deleted; `ledgerEntries` were merged into sums. */
export interface Pruned {
  readonly before: SandboxMs
  readonly transactions: number
  readonly webhooks: number
  readonly ledgerEntries: number
}

export interface Sealing {
  readonly key: string
  /** Null for the business of the key only. */
  readonly slots: string | null
  readonly isSealed: boolean
}

/** Everything that is stored, to be shown. */
export interface Reads {
  business(key: string): Business
  now(key: string): SandboxMs
  businesses(): readonly BusinessSummary[]
  size(): { readonly businesses: number; readonly bytes: number }
  counts(key: string): Counts
  transaction(key: string, id: string): Transaction | null
  wallet(key: string, currency: CurrencyCode): Wallet
  /** The newest `limit` movements of a wallet, newest first. */
  ledger(key: string, currency: CurrencyCode, limit: number): readonly LedgerEntry[]
  accountHolder(key: string, accountNumber: string): Transaction | null
  transactions(key: string, filter: TransactionFilter): readonly Transaction[]
  timeline(key: string, transactionId: string): readonly TimelineEvent[]
  /** Timeline entries of the whole business that came after the entry `afterId`: all, or those of the next `commands`. */
  eventsSince(key: string, afterId: number, commands?: number): readonly TimelineEvent[]
  /** The id of the last entry of all. Later entries have higher ids. */
  lastEventId(): number
  delivery(key: string, id: string): Delivery | null
  deliveries(key: string, filter: DeliveryFilter): readonly Delivery[]
  /** Returns the state of a transaction's newest webhook, or null if it has none. */
  lastWebhook(key: string, transactionId: string): LastWebhook | null
  jobs(key: string, limit: number): readonly Job[]
  /** All jobs of one transaction, in the order they are due. */
  jobsOf(key: string, transactionId: string): readonly Job[]
  /** Jobs due by `until`, after the cursor, in the order in which they run. */
  dueJobs(key: string, after: JobKey, until: SandboxMs, limit: number): readonly Job[]
  /** Businesses with pending jobs, for a start after a stop. */
  keysWithJobs(): readonly string[]
  /** Begins to read what a report shows of a business; without a number, in parts of a few hundred rows. */
  readonly forReport: (key: string, rows?: number) => ReportReads
  /** Returns true while an attempt of a webhook waits for its answer. */
  isSending(key: string): boolean
  /** The businesses that have transactions. */
  keysWithTransactions(): readonly string[]
  /** A fact to show: `gate` refuses the calls of a sealed business, and its jobs wait. A seal survives a restart. */
  isSealed(key: string): boolean
  /** The sealed slots, as a list; null for none. */
  sealedSlots(): string | null
  snapshots(key: string): readonly Snapshot[]
  /** The time by which transactions had to be final for the last prune that deleted any; null if none did. */
  prunedBefore(key: string): SandboxMs | null
  /** How often this process deleted transactions of a business to make room. */
  prunesFor(key: string): number
}

export interface Importing {
  readonly replaces: boolean
  /** The clock goes on as it was, and what is due runs. If false the world stands still until its clock is moved. */
  readonly runs: boolean
  /** Runs what replaces the world of the key. */
  readonly giving: (give: () => Promise<boolean>) => Promise<boolean>
}

/** All that is stored. `perform` is the only way to change it; the rest is done to a business as a whole. */
export interface Store extends Reads {
  /**
   * Loads `needs`, lets the pure `decide` decide, and applies its changes together with all other commands of this
   * event-loop turn. Resolves once they are committed; rejects with `StorageFailure` when they could not be.
   */
  perform<const N extends Needs, R>(key: string, needs: N, decide: (state: State<N>) => Decision<R>): Promise<R>
  /** Asked by every call before its handler reads or changes a business. */
  readonly gate: Gate
  readonly jobsWait: Gatekeeper['jobsWait']
  readonly slotsElsewhere: Gatekeeper['slotsElsewhere']
  seal(sealing: Sealing): Promise<void>
  /** Deletes a business and its snapshots, as if its key had never been used, and ends the seal of the key. */
  drop(key: string): Promise<void>
  /** Empties a business except for its snapshots, takes back its settings, raises its epoch, and starts its clock again. */
  reset(key: string): Promise<void>
  /**
   * Keeps a business as it is, in place of a snapshot of the same name; commands that come meanwhile wait. Of an attempt
   * under way the job is kept, and of a running advance the time it has reached.
   */
  takeSnapshot(key: string, name: string): Promise<Snapshot>
  /**
   * Puts a business back to a snapshot, in one commit at the end, and raises its epoch; a running clock runs on from then.
   * Commands that come meanwhile wait. Returns null if the snapshot does not exist.
   */
  restoreSnapshot(key: string, name: string): Promise<Snapshot | null>
  /** Drops a snapshot. Returns false if it does not exist. */
  dropSnapshot(key: string, name: string): Promise<boolean>
  /**
   * Deletes transactions that have been final for so long and wait for nothing, in several commits, the oldest first; the
   * wallets keep their balances.
   */
  prune(key: string, olderThanMs: number): Promise<Pruned>
  /**
   * Writes a business as of one moment, and waits for `taken` between parts; commands that come meanwhile wait. The caller
   * fills in version and seed.
   */
  contents(key: string, write: (record: WorldRecord) => void, taken: () => Promise<void>): Promise<void>
  /**
   * Gives a key the world of a file, once all of it was read. Resolves with false, and changes nothing, if the key has
   * transactions and `replaces` is false; rejects, and changes nothing, if reading rejects.
   */
  importWorld(key: string, file: AsyncIterable<readonly WorldRecord[]>, importing: Importing): Promise<boolean>
  /** Copies the database, as it is at the end of the copy, to a new file. Rejects with `BackupRefused`. */
  backup(file: string): Promise<BackedUp>
  /** Calls `listener` after each commit; the returned function ends that. */
  onCommit(listener: (commits: readonly Commit[]) => void): () => void
  isOpen(): boolean
  close(): void
}
