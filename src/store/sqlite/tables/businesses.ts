import type Database from 'better-sqlite3'
import type { Business } from '../../../domain/business.ts'
import { type ClockState, type SandboxMs, sandboxTime, type WallMs } from '../../../domain/clock.ts'
import { type DeclaredSettings, over, settingsOver } from '../../../domain/declared-settings.ts'
import type { QueueEntry } from '../../../domain/queue-entry.ts'
import type { Settings } from '../../../domain/settings.ts'
import type { BusinessSummary } from '../../store.ts'
import { columnsOf, type RawRow } from './columns.ts'
import { Recent } from './ids.ts'
import { type AskedClock, recoverClock, seenAheadMs } from './recover-clock.ts'

/** A business as its row holds it; `settings` is the text of those that were laid over the declared ones. */
interface InColumns extends Pick<Business, 'key' | 'epoch' | 'resetEvent' | 'clock' | 'defaultScenario'> {
  readonly seenAt: SandboxMs
  readonly settings: string | null
}

export const businessColumns = columnsOf<InColumns>('businesses', [], {
  key: 'key',
  epoch: 'epoch',
  resetEvent: 'reset_event',
  clock: { json: 'clock' },
  seenAt: 'seen_at',
  defaultScenario: 'default_scenario',
  settings: 'settings',
})
const select = `SELECT businesses.id, ${businessColumns.select} FROM businesses`
const full = (row: RawRow) => businessColumns.read(row, 1, { rowId: Number(row[0]) })

/** A business with its row id; null while nobody has written to it. */
export interface StoredBusiness extends Business {
  readonly rowId: number | null
}

/** What a business starts from: the settings its key has in the config, and the clock the sandbox started with. */
export interface BusinessTemplate {
  readonly settingsOf: (key: string) => Settings
  readonly initialClock: ClockState
  /** Set when somebody asked for that clock: businesses of an earlier run are set to it too. */
  readonly clockAsked?: AskedClock | null | undefined
}

/** Where a business goes back to: the row of a snapshot, how its clock goes on, and the restore's id among the events. */
interface GoingBack {
  readonly snapshot: number
  readonly clock: ClockState
  readonly resetEvent: number
}

/** Businesses remembered, also those that nobody has written to: what is forgotten is only read once more. */
const remembered = 4096

/** The table of businesses. */
export function businessTable(
  db: Database.Database,
  { settingsOf, initialClock }: BusinessTemplate,
  queueOf: (businessId: number) => readonly QueueEntry[],
) {
  const find = db.prepare<[string], RawRow>(`${select} WHERE businesses.key = ?`).raw()
  const insert = db.prepare(businessColumns.insert)
  const setClock = db.prepare<[string, number]>('UPDATE businesses SET clock = ? WHERE id = ?')
  const setSeen = db.prepare<[number, number]>('UPDATE businesses SET seen_at = ? WHERE id = ?')
  const restart = db.prepare(`
    UPDATE businesses
    SET epoch = epoch + 1, reset_event = @resetEvent, clock = @clock, seen_at = 0, default_scenario = NULL,
      settings = NULL
    WHERE id = @id`)
  const goBack = db.prepare(`
    UPDATE businesses
    SET epoch = epoch + 1, reset_event = @resetEvent, clock = @clock, seen_at = kept.at,
      default_scenario = kept.default_scenario, settings = kept.settings
    FROM snapshots AS kept WHERE kept.id = @snapshot AND businesses.id = @id`)
  const list = db.prepare<[], BusinessSummary>(
    `SELECT key, (SELECT count(*) FROM transactions WHERE business_id = businesses.id) AS transactions
     FROM businesses ORDER BY id`,
  )
  const setDefault = db.prepare<[string | null, number]>('UPDATE businesses SET default_scenario = ? WHERE id = ?')
  const all = db.prepare<[], RawRow>(select).raw()
  const findSettings = db.prepare<[number], string | null>('SELECT settings FROM businesses WHERE id = ?').pluck()
  const setSettings = db.prepare<[string, number]>('UPDATE businesses SET settings = ? WHERE id = ?')
  // Every command asks for its business, so rows are remembered until a write or an undo makes them doubtful.
  const known = new Recent<string, { readonly declared: Settings; readonly business: StoredBusiness }>(remembered)
  const laidOver = createLaidOver()
  /** By row id: the latest time that was seen, and the one that is stored for it. */
  const seen = new Map<number, { at: SandboxMs; stored: SandboxMs }>()
  const unwritten = (key: string) => ({ key, epoch: 0, resetEvent: 0, clock: initialClock, defaultScenario: null })
  const read = (key: string, declared: Settings): StoredBusiness => {
    const row = find.get(key)
    if (!row) return business(unwritten(key), { rowId: null, queue: [], settings: declared })
    const stored = full(row)
    const { rowId } = stored
    return business(stored, { rowId, queue: queueOf(rowId), settings: laidOver(key, declared, stored.settings) })
  }
  return {
    find(key: string): StoredBusiness {
      const declared = settingsOf(key)
      const found = known.get(key)
      if (found?.declared === declared) return found.business
      const business = read(key, declared)
      known.set(key, { declared, business })
      return business
    },
    /** Forgets what was remembered of a business, or of all. */
    forget(key?: string): void {
      if (key === undefined) known.clear()
      else known.delete(key)
    },
    /** After an undo, what was written may not be there: each business's time is written again when it is seen. */
    forgetSeen: () => seen.clear(),
    /** Notes the clock that was written: each step of an advance moves it, and would have to read the business again. */
    noteClock(key: string, clock: ClockState): void {
      const found = known.get(key)
      if (found) known.set(key, { declared: found.declared, business: business(found.business, found.business, clock) })
    },
    /** Opens a business with its first write (D2). */
    open(key: string, now: SandboxMs): number {
      const values = businessColumns.values({ ...unwritten(key), seenAt: now, settings: null })
      return Number(insert.run(...values).lastInsertRowid)
    },
    setClock: (id: number, clock: ClockState) => setClock.run(JSON.stringify(clock), id),
    /** Lays settings over those that were laid over the declared ones before. */
    laySettings(id: number, settings: DeclaredSettings): void {
      const before: DeclaredSettings = JSON.parse(findSettings.get(id) ?? '{}')
      setSettings.run(JSON.stringify(over(before, settings)), id)
    },
    setDefault: (id: number, scenario: string | null) => setDefault.run(scenario, id),
    /** Notes what time was seen; written is a time a little ahead, so that only few commits write one. */
    setSeen(id: number, at: SandboxMs): void {
      const before = seen.get(id)
      if (before !== undefined && at <= before.stored) {
        before.at = at
        return
      }
      const stored = at + seenAheadMs
      setSeen.run(stored, id)
      seen.set(id, { at, stored })
    },
    /** Writes what was seen to the millisecond, when the sandbox stops. */
    settleSeen(): void {
      for (const [id, { at }] of seen) setSeen.run(at, id)
      seen.clear()
    },
    restart(id: number, resetEvent: number): void {
      restart.run({ id, resetEvent, clock: JSON.stringify(initialClock) })
      seen.delete(id)
    },
    /** Goes back to what a snapshot says of the business itself; its clock goes on as it is given. */
    goBack(id: number, { snapshot, clock, resetEvent }: GoingBack): void {
      goBack.run({ id, snapshot, resetEvent, clock: JSON.stringify(clock) })
      seen.delete(id)
    },
    list: () => list.all(),
    /** After a restart no time goes back, no clock is held by an `advance` that died, and an asked-for clock is set. */
    recoverClocks(wall: WallMs, asked: AskedClock | null): void {
      for (const row of all.all()) {
        const { rowId, clock, seenAt } = full(row)
        const recovered = recoverClock(clock, seenAt, { wall, asked })
        if (recovered === clock) continue
        setClock.run(JSON.stringify(recovered), rowId)
        seen.set(rowId, { at: sandboxTime(recovered, wall), stored: seenAt })
      }
    },
  }
}

type OfRow = Pick<StoredBusiness, 'key' | 'epoch' | 'resetEvent' | 'clock' | 'defaultScenario'>
type Beside = Pick<StoredBusiness, 'rowId' | 'queue' | 'settings'>

/** Written out field by field: businesses that are spread objects are slow to make and to look into (measured). */
function business(
  { key, epoch, resetEvent, clock: stored, defaultScenario }: OfRow,
  { rowId, queue, settings }: Beside,
  clock = stored,
): StoredBusiness {
  return { key, epoch, resetEvent, clock, defaultScenario, opened: rowId !== null, rowId, queue, settings }
}

/**
 * Declared settings with the stored ones over them. As long as neither changes it is the same object, which others know
 * things by.
 */
function createLaidOver() {
  const known = new Map<string, { readonly declared: Settings; readonly stored: string; readonly settings: Settings }>()
  return (key: string, declared: Settings, stored: string | null): Settings => {
    if (stored === null) {
      known.delete(key)
      return declared
    }
    const found = known.get(key)
    if (found?.declared === declared && found.stored === stored) return found.settings
    const settings = settingsOver(declared, JSON.parse(stored))
    known.set(key, { declared, stored, settings })
    return settings
  }
}
