import type Database from 'better-sqlite3'
import type { Business } from '../../../domain/business.ts'
import type { ClockState, SandboxMs } from '../../../domain/clock.ts'
import type { SettingsChange } from '../../../domain/declared-settings.ts'
import type { BusinessSummary } from '../../store.ts'
import { columnsOf, type RawRow } from './columns.ts'

interface InColumns extends Pick<Business, 'key' | 'epoch' | 'resetEvent' | 'clock' | 'defaultScenario'> {
  /** The latest sandbox time that a commit saw. */
  readonly seenAt: SandboxMs
  /** The JSON of the settings that lie over the declared ones. */
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

/** The clock of a business that starts again, and the id among the events that the reset or restore takes. */
interface Restart {
  readonly clock: ClockState
  readonly resetEvent: number
}

export function businessTable(db: Database.Database) {
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
  const settings = db.prepare<[number], string | null>('SELECT settings FROM businesses WHERE id = ?').pluck()
  const setSettings = db.prepare<[string, number]>('UPDATE businesses SET settings = ? WHERE id = ?')
  return {
    find(key: string) {
      const row = find.get(key)
      return row ? full(row) : null
    },
    all: () => all.all().map(full),
    list: () => list.all(),
    /** Stores a business without settings of its own; returns its row id. */
    insert: (business: Omit<InColumns, 'settings'>): number =>
      Number(insert.run(...businessColumns.values({ ...business, settings: null })).lastInsertRowid),
    setClock: (id: number, clock: ClockState) => setClock.run(JSON.stringify(clock), id),
    setSeen: (id: number, at: SandboxMs) => setSeen.run(at, id),
    setDefault: (id: number, scenario: string | null) => setDefault.run(scenario, id),
    settings: (id: number): SettingsChange => JSON.parse(settings.get(id) ?? '{}'),
    setSettings: (id: number, settings: SettingsChange) => setSettings.run(JSON.stringify(settings), id),
    restart: (id: number, { clock, resetEvent }: Restart) =>
      restart.run({ id, resetEvent, clock: JSON.stringify(clock) }),
    /** Takes the other fields from the row of a snapshot. */
    goBack: (id: number, snapshot: number, { clock, resetEvent }: Restart) =>
      goBack.run({ id, snapshot, resetEvent, clock: JSON.stringify(clock) }),
  }
}

export type BusinessTable = ReturnType<typeof businessTable>
