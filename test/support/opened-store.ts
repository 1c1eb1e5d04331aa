import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import type { Change } from '../../src/domain/change.ts'
import type { ClockState } from '../../src/domain/clock.ts'
import type { Delivery } from '../../src/domain/delivery.ts'
import { type Settings, settingsSchema } from '../../src/domain/settings.ts'
import type { Transaction } from '../../src/domain/transaction.ts'
import { openDatabase } from '../../src/store/sqlite/file/database.ts'
import { noQuotas, type Quotas } from '../../src/store/sqlite/quotas.ts'
import type { AskedClock } from '../../src/store/sqlite/recover-clock.ts'
import { createSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import type { Commit, Store } from '../../src/store/store.ts'
import type { SteadyClock } from '../../src/time.ts'

/** The real time at which these stores open. */
export const opening = Date.parse('2026-01-31T12:00:00Z')

/** A store, its database, what it committed, and the real time it goes by. */
export interface OpenedStore extends Store {
  readonly db: Database.Database
  readonly commits: (readonly Commit[])[]
  setWall(at: number): void
}

export interface Opening {
  readonly folder?: string
  /** A moment that stands until `setWall`, or a clock of its own. */
  readonly wall?: number | SteadyClock
  readonly clock?: ClockState
  /** The clock that the user asked for at this start. */
  readonly clockAsked?: AskedClock
  readonly settings?: Settings
  readonly quotas?: Quotas
}

/** Opens a store that is closed after the test. */
export function openStore({ folder = ':memory:', wall = opening, ...template }: Opening = {}): OpenedStore {
  const { db } = openDatabase({ folder, durable: false, seed: null })
  let now = typeof wall === 'number' ? () => wall : wall
  const settings = template.settings ?? settingsSchema.parse({})
  const initialClock = template.clock ?? { mode: 'frozen', rate: 1, at: opening }
  const store = createSqliteStore({
    db,
    wall: () => now(),
    settingsOf: () => settings,
    initialClock,
    clockAsked: template.clockAsked ?? null,
    quotas: template.quotas ?? noQuotas,
  })
  const commits: (readonly Commit[])[] = []
  store.onCommit((done) => commits.push(done))
  onTestFinished(() => {
    if (db.open) db.close()
  })
  return {
    ...store,
    db,
    commits,
    setWall: (at) => {
      now = () => at
    },
  }
}

/** Lets a database take this many more pages, as a disk that fills up would. */
export function leaveRoom({ db }: OpenedStore, pages: number): void {
  const used = Number(db.pragma('page_count', { simple: true }))
  db.pragma(`max_page_count = ${used + pages}`)
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'payments-sandbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** What a process that dies now leaves in its folder. */
export function asLeftBy(folder: string): string {
  const left = temporaryFolder()
  cpSync(folder, left, { recursive: true })
  return left
}

export function transactionOf(reference: string): Transaction {
  return {
    flow: 'mobile-money',
    reference,
    currency: 'GHS',
    askedMinor: 10_000,
    channel: 'MOMO',
    network: 'MTN',
    reason: 'Order',
    customer: { accountName: 'Ama Mensah', accountNumber: '233241234567' },
    metadata: {},
    callbackUrl: null,
    extras: {},
    conversion: null,
    id: `id-of-${reference}`,
    status: 'INITIATED',
    amountMinor: 10_000,
    feeMinor: 150,
    feePercent: 1.5,
    statusQueries: 0,
    duplicateCreates: 0,
    bearFee: 'customer',
    virtualAccount: null,
    openingBalanceMinor: 0,
    result: null,
    receivedMinor: 0,
    wrongOtps: 0,
    otpAcceptedAt: null,
    createdAt: opening,
    updatedAt: opening,
    plan: {
      scenario: 'approve',
      by: 'file',
      reply: { status: 'INITIATED' },
      steps: [],
      account: null,
      otp: null,
      webhook: { delayMs: 0, retryMs: [], timeoutMs: 1000, faults: null },
    },
  }
}

export function deliveryOf(reference: string): Delivery {
  const { id: transactionId, plan } = transactionOf(reference)
  return {
    id: `webhook-of-${reference}`,
    transactionId,
    reference,
    transactionStatus: 'FAILED',
    url: 'http://localhost:9/hook',
    body: '{}',
    status: 'pending',
    createdAt: opening,
    webhook: plan.webhook,
    attempts: [],
  }
}

export function insert(reference: string): Change {
  return { change: 'transaction.insert', transaction: transactionOf(reference) }
}

export function insertWithJob(reference: string, dueAt: number): readonly Change[] {
  const work = {
    kind: 'act',
    transactionId: transactionOf(reference).id,
    step: 0,
    act: { act: 'expire', what: 'account' },
  } as const
  return [insert(reference), { change: 'job.add', dueAt, work }]
}

export function referencesIn(store: Store, key: string): string[] {
  return store
    .transactions(key, { limit: 10_000 })
    .map(({ reference }) => reference)
    .reverse()
}
