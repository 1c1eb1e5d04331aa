import type Database from 'better-sqlite3'
import type { Change } from '../../domain/change.ts'
import { QuotaReached } from '../../domain/refused.ts'
import { reading } from './file/errors.ts'
import { type BusinessTable, isShown } from './tables/businesses.ts'
import { pruneOldest } from './whole/prune-oldest.ts'

/** The limits of a sandbox; null: no limit. */
export interface Quotas {
  readonly maxBusinesses: number | null
  readonly maxTransactionsPerBusiness: number | null
}

export const noQuotas: Quotas = { maxBusinesses: null, maxTransactionsPerBusiness: null }

/** So many that they are deleted in a few hundredths of a second, while every other call waits. */
const prunedAtOnce = 200

interface QuotaTools {
  readonly db: Database.Database
  readonly businesses: BusinessTable
}

/** Enforces the quotas inside a turn: throws `QuotaReached`, which undoes the command. */
export class Quota {
  readonly #tools: QuotaTools
  readonly #most: Quotas
  readonly #businesses: Database.Statement<[], number>
  readonly #sealedUnused: Database.Statement<[], number>
  readonly #transactions: Database.Statement<[number], number>
  /** Transactions of each business: to count 100,000 takes ten times as long as to create one. */
  readonly #counted = new Map<number, number>()
  readonly #prunes = new Map<number, number>()

  constructor(tools: QuotaTools, most: Quotas) {
    this.#tools = tools
    this.#most = most
    const { db } = tools
    this.#businesses = db.prepare<[], number>(`SELECT count(*) FROM businesses WHERE ${isShown}`).pluck()
    this.#sealedUnused = db
      .prepare<[], number>(`
        SELECT count(*) FROM meta, json_each(meta.value, '$.keys') AS sealed
        WHERE meta.name = 'sealed' AND sealed.value NOT IN (SELECT key FROM businesses)`)
      .pluck()
    this.#transactions = db.prepare<[number], number>('SELECT count(*) FROM transactions WHERE business_id = ?').pluck()
  }

  businesses(): number {
    return this.#businesses.get() ?? 0
  }

  /** Throws if there is no room for one more business. Keys that are sealed and were never used count too. */
  businessComes(): void {
    const { maxBusinesses } = this.#most
    if (maxBusinesses === null) return
    if (reading(() => this.businesses() + (this.#sealedUnused.get() ?? 0)) < maxBusinesses) return
    throw new QuotaReached('businesses', maxBusinesses)
  }

  /** Throws if an import brings more than a business may have. */
  importHas(count: number): void {
    const { maxTransactionsPerBusiness: most } = this.#most
    if (most !== null && count > most) throw new QuotaReached('world', most)
  }

  /** Makes room if these changes stored a transaction too many. Returns whether others were deleted. */
  changed(businessId: number, changes: readonly Change[]): boolean {
    const { maxTransactionsPerBusiness: most } = this.#most
    const inserted = most === null ? 0 : changes.filter(({ change }) => change === 'transaction.insert').length
    if (most === null || inserted === 0) return false
    const count = this.#countAfter(businessId, inserted)
    if (count > most) this.#makeRoom(businessId, count, most)
    return count > most
  }

  /** Counts again at the next insert: rows changed in another way. */
  forgetAll(): void {
    this.#counted.clear()
  }

  prunesOf(businessId: number): number {
    return this.#prunes.get(businessId) ?? 0
  }

  #countAfter(businessId: number, inserted: number): number {
    const before = this.#counted.get(businessId)
    const now = before === undefined ? (this.#transactions.get(businessId) ?? 0) : before + inserted
    this.#counted.set(businessId, now)
    return now
  }

  #makeRoom(businessId: number, count: number, most: number): void {
    const { db, businesses } = this.#tools
    const more = Math.min(Math.floor(most / 10), prunedAtOnce)
    const pruning = { before: Number.MAX_SAFE_INTEGER, most: count - most + more, sparesNewest: true }
    const { transactions: pruned, finalAt } = pruneOldest(db, businessId, pruning)
    if (pruned > 0) {
      businesses.setPruned(businessId, finalAt)
      this.#prunes.set(businessId, this.prunesOf(businessId) + 1)
    }
    if (count - pruned > most) throw new QuotaReached('transactions', most)
  }
}
