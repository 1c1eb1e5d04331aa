import type { Config } from '../config.ts'
import type { ClockState } from '../domain/clock.ts'
import type { Settings } from '../domain/settings.ts'
import { slotsIn } from '../domain/slots.ts'
import type { Log } from '../http/options.ts'
import { openDatabase } from '../store/sqlite/file/database.ts'
import type { AskedClock } from '../store/sqlite/recover-clock.ts'
import { createSqliteStore } from '../store/sqlite/sqlite-store.ts'
import type { Store } from '../store/store.ts'
import { nextTurn, type SteadyClock } from '../time.ts'

/** Opens the data folder, or a database in memory. Throws a `DataFolderError` if it cannot be used. */
export function openStore(
  { data, durable, seed: asked, clock, slots, ...quotas }: Config,
  settingsOf: (key: string) => Settings,
  wall: SteadyClock,
) {
  const { db, seed, check } = openDatabase({ folder: data, durable, seed: asked })
  try {
    const served = slots === null ? null : slotsIn(slots)
    const template = { settingsOf, initialClock: initialClock(clock, wall()), clockAsked: askedClock(clock) }
    return { store: createSqliteStore({ db, wall, quotas, slots: served, ...template }), seed, check }
  } catch (cause) {
    db.close()
    throw cause
  }
}

/** Returns null if no clock was asked for: stored businesses keep their own. */
function askedClock(clock: Config['clock']): AskedClock | null {
  if (clock === null) return null
  if (clock === 'real' || clock === 'frozen') return { mode: clock }
  return { mode: 'frozen', at: Date.parse(clock) }
}

function initialClock(clock: Config['clock'], wall: number): ClockState {
  const now = Math.floor(wall)
  if (clock === 'real' || clock === null) return { mode: 'real', rate: 1, sandboxAt: now, wallAt: now }
  return { mode: 'frozen', rate: 1, at: clock === 'frozen' ? now : Date.parse(clock) }
}

/**
 * Goes on with the check of a large file, a table in each turn. At the first damage the database is closed, so that
 * nothing more is written to it: from then on calls are answered 503 (D42).
 */
export async function checkOn(check: Iterator<void>, store: Pick<Store, 'isOpen' | 'close'>, log: Log): Promise<void> {
  try {
    do await nextTurn()
    while (store.isOpen() && !check.next().done)
  } catch (cause) {
    store.close()
    log.fault(
      'the database in the data folder is damaged, and nothing more is stored: stop the sandbox, put a copy of sandbox.db back or delete the folder, and start again',
      cause,
    )
  }
}
