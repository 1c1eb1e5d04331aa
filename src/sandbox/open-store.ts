import type { Config } from '../config.ts'
import type { ClockState } from '../domain/clock.ts'
import { StorageFailure } from '../domain/refused.ts'
import type { Settings } from '../domain/settings.ts'
import { slotsIn } from '../domain/slots.ts'
import { closedBy, openDatabase } from '../store/sqlite/file/database.ts'
import type { AskedClock } from '../store/sqlite/recover-clock.ts'
import { createSqliteStore } from '../store/sqlite/sqlite-store.ts'
import type { SteadyClock } from '../time.ts'

/** Opens the data folder, or a database in memory. Throws a `DataFolderError` if it cannot be used. */
export function openStore(
  { data, durable, seed: asked, clock, slots, ...quotas }: Config,
  settingsOf: (key: string) => Settings,
  wall: SteadyClock,
) {
  const { db, seed } = openDatabase({ folder: data, durable, seed: asked })
  try {
    const served = slots === null ? null : slotsIn(slots)
    const template = { settingsOf, initialClock: initialClock(clock, wall()), clockAsked: askedClock(clock) }
    const store = createSqliteStore({ db, wall, quotas, slots: served, ...template })
    // The scheduler reads them first. Damage there is refused while nothing is written.
    store.keysWithJobs()
    return { store, seed }
  } catch (cause) {
    throw closedBy(cause instanceof StorageFailure ? cause.cause : cause, db, data)
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
