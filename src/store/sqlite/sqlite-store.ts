import type Database from 'better-sqlite3'
import { sandboxTime } from '../../domain/clock.ts'
import { createGate } from '../../domain/gate.ts'
import { slotOf, slotsIn } from '../../domain/slots.ts'
import type { SteadyClock } from '../../time.ts'
import type { Sealing, Store } from '../store.ts'
import { createBackup } from './file/backup.ts'
import { openTables } from './open-tables.ts'
import { createPerform } from './perform.ts'
import { noQuotas, type Quotas } from './quotas.ts'
import { createReads } from './reads.ts'
import { type AskedClock, recoverClocks } from './recover-clock.ts'
import type { BusinessTemplate } from './remembered.ts'
import type { BusinessTable } from './tables/businesses.ts'
import { createClosed } from './whole/closed.ts'
import { createWhole } from './whole/whole.ts'

/** An open database, the wall clock, and what a new business starts with. */
export interface SqliteStoreOptions extends BusinessTemplate {
  readonly db: Database.Database
  readonly wall: SteadyClock
  /** Applies to stored businesses; null if the user asked for none. */
  readonly clockAsked: AskedClock | null
  readonly quotas?: Quotas
  /** The slots of keys that this process serves; null for all. */
  readonly slots?: ReadonlySet<number> | null
}

export function createSqliteStore(options: SqliteStoreOptions): Store {
  const { db, wall, clockAsked, quotas = noQuotas, slots = null, ...template } = options
  const tables = openTables(db, template, quotas)
  const closed = createClosed()
  const { turn, touches, perform, onCommit, announce } = createPerform({ db, tables, closed, wall })
  const whole = createWhole({ db, tables, turn, touches, closed, wall, template })
  const backup = createBackup(db)
  const reads = createReads(db, tables, wall)
  recoverClocks(tables.businesses, wall(), clockAsked)
  whole.pruneLeft()
  whole.discardLeft()

  function requireRoom(key: string): void {
    if (quotas.maxBusinesses !== null && !reads.business(key).opened) tables.quota.businessComes()
  }

  async function seal(sealing: Sealing): Promise<void> {
    const { key, slots: list } = sealing
    await tables.seals.seal(turn, sealing, (isNewKey) => {
      if (isNewKey && tables.remembered.business(key).rowId === null) tables.quota.businessComes()
    })
    const sealed = list === null ? null : slotsIn(list)
    const keys = reads.businesses().flatMap((one) => (sealed?.has(slotOf(one.key)) ? [one.key] : []))
    announce(sealed === null ? [key] : keys, 'seal')
  }

  function close(): void {
    turn.close()
    if (db.open) storeTimesShown(db, tables.businesses, wall)
    db.close()
    backup.abandon()
  }

  return {
    ...reads,
    ...whole.operations,
    ...createGate({ slots, isSealed: reads.isSealed, requireRoom }),
    perform,
    seal,
    backup: backup.run,
    onCommit,
    isOpen: () => db.open,
    close,
  }
}

/** Stores the shown times: after a stop no clock goes back, even if the machine's clock does. */
function storeTimesShown(db: Database.Database, businesses: BusinessTable, wall: SteadyClock): void {
  const shown = businesses.clocks().map(({ rowId, clock, seenAt }) => ({
    rowId,
    at: Math.max(seenAt, sandboxTime(clock, wall())),
  }))
  try {
    db.transaction(() => {
      for (const { rowId, at } of shown) businesses.setSeen(rowId, at)
    })()
  } catch {
    // On a full disk the time of the last commit stays: nothing that was stored is lost.
  }
}
