import type Database from 'better-sqlite3'
import type { Business } from '../../../domain/business.ts'
import type { ClockState, SandboxMs } from '../../../domain/clock.ts'
import type { SettingsChange } from '../../../domain/declared-settings.ts'
import type { BusinessSummary } from '../../store.ts'
import { columnsOf, type RawRow } from './columns.ts'

interface InColumns extends Pick<Business, 'key' | 'epoch' | 'resetEvent' | 'clock' | 'defaultScenario'> {
  /** The sandbox time that was shown last before the sandbox stopped; of a snapshot, its time. */
  readonly seenAt: SandboxMs
  /** The JSON of the settings over the declared ones. */
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

/** How a world replaces the world of a key: its clock, its latest time, and the id of the event. */
interface Replacing {
  readonly clock: ClockState
  readonly seenAt: SandboxMs
  readonly resetEvent: number
}

/** Hidden worlds have rows too, with keys that no caller can have. */
export const isShown = "key NOT GLOB '(*'"

/** A business whose world is replaced. */
interface Replaced {
  /** Null for a key that has no world yet. */
  readonly rowId: number | null
  readonly key: string
  readonly epoch: number
}

interface StoredClock {
  readonly rowId: number
  readonly clock: ClockState
  readonly seenAt: SandboxMs
}

/** Times rise with the events. So no commit has to write the time that it saw. */
const latestStored = `max(seen_at,
  ifnull((SELECT created_at FROM transactions WHERE business_id = businesses.id ORDER BY first_event DESC LIMIT 1), 0),
  ifnull((SELECT at FROM events WHERE business_id = businesses.id ORDER BY id DESC LIMIT 1), 0))`

const atStart: ClockState = { mode: 'frozen', rate: 1, at: 0 }

export function businessTable(db: Database.Database) {
  const insert = inserting(db)
  return { ...reading(db), insert, ...writing(db), ...hiding(db, insert), ...pruning(db) }
}

function reading(db: Database.Database) {
  const find = db.prepare<[string], RawRow>(`${select} WHERE businesses.key = ?`).raw()
  const byRow = db.prepare<[number], RawRow>(`${select} WHERE businesses.id = ?`).raw()
  const clocks = db.prepare<[], { rowId: number; clock: string; seenAt: SandboxMs }>(
    `SELECT id AS rowId, clock, ${latestStored} AS seenAt FROM businesses WHERE ${isShown}`,
  )
  const settings = db.prepare<[number], string | null>('SELECT settings FROM businesses WHERE id = ?').pluck()
  const list = db.prepare<[], BusinessSummary>(
    `SELECT key, (SELECT count(*) FROM transactions WHERE business_id = businesses.id) AS transactions
    FROM businesses WHERE ${isShown} ORDER BY id`,
  )
  const withTransactions = db
    .prepare<[], string>(
      `SELECT key FROM businesses
      WHERE ${isShown} AND EXISTS (SELECT 1 FROM transactions WHERE business_id = businesses.id) ORDER BY id`,
    )
    .pluck()
  return {
    withTransactions: () => withTransactions.all(),
    find(key: string) {
      const row = find.get(key)
      return row ? full(row) : null
    },
    /** The clocks of all, with the latest sandbox times that are stored. */
    clocks: (): readonly StoredClock[] =>
      clocks.all().map(({ clock, ...row }) => ({ ...row, clock: JSON.parse(clock) })),
    list: (): readonly BusinessSummary[] => list.all(),
    clockOf: (id: number): ClockState => full(byRow.get(id) ?? []).clock,
    settings: (id: number): SettingsChange => JSON.parse(settings.get(id) ?? '{}'),
  }
}

type New = Omit<InColumns, 'settings'>

type Insert = ReturnType<typeof inserting>

function inserting(db: Database.Database) {
  const insert = db.prepare(businessColumns.insert)
  return (business: New): number => {
    const world = Number(insert.run(...businessColumns.values({ ...business, settings: null })).lastInsertRowid)
    return world
  }
}

function writing(db: Database.Database) {
  const setClock = db.prepare<[string, number]>('UPDATE businesses SET clock = ? WHERE id = ?')
  const setSeen = db.prepare<[number, number]>('UPDATE businesses SET seen_at = ? WHERE id = ?')
  const setDefault = db.prepare<[string | null, number]>('UPDATE businesses SET default_scenario = ? WHERE id = ?')
  const setSettings = db.prepare<[string, number]>('UPDATE businesses SET settings = ? WHERE id = ?')
  return {
    setClock: (id: number, clock: ClockState) => setClock.run(JSON.stringify(clock), id),
    setSeen: (id: number, at: SandboxMs) => setSeen.run(at, id),
    setDefault: (id: number, scenario: string | null) => setDefault.run(scenario, id),
    setSettings: (id: number, settings: SettingsChange) => setSettings.run(JSON.stringify(settings), id),
  }
}

/** Hidden worlds: made, given to a key, and hidden again. */
function hiding(db: Database.Database, insert: Insert) {
  const hide = db.prepare<[number]>("UPDATE businesses SET key = '(' || id || ')' WHERE id = ?")
  const show = db.prepare(`
    UPDATE businesses SET key = @key, epoch = @epoch, reset_event = @resetEvent, clock = @clock, seen_at = @seenAt
    WHERE id = @id`)
  const dress = db.prepare(`
    UPDATE businesses SET (clock, seen_at, default_scenario, settings, pruned_before) = (
      SELECT clock, seen_at, default_scenario, settings, pruned_before FROM businesses WHERE id = @from)
    WHERE id = @to`)
  const hidden = db
    .prepare<[], number>(
      `SELECT id FROM businesses WHERE NOT ${isShown} AND id NOT IN (SELECT world_id FROM snapshots)`,
    )
    .pluck()
  return {
    hiddenWorld(): number {
      const id = insert({ key: '()', epoch: 0, resetEvent: 0, clock: atStart, seenAt: 0, defaultScenario: null })
      hide.run(id)
      return id
    },
    hide: (id: number) => hide.run(id),
    dress: (to: number, from: number) => dress.run({ to, from }),
    /** Makes a hidden world the one of a key, and hides the one that it had. */
    replace({ rowId, key, epoch }: Replaced, world: number, { clock, seenAt, resetEvent }: Replacing): void {
      if (rowId !== null) hide.run(rowId)
      show.run({ id: world, key, epoch: epoch + 1, resetEvent, clock: JSON.stringify(clock), seenAt })
    },
    hidden: () => hidden.all(),
  }
}

function pruning(db: Database.Database) {
  const setPruned = db.prepare<[number, number]>('UPDATE businesses SET pruned_before = ? WHERE id = ?')
  const prunedBefore = db.prepare<[number], number | null>('SELECT pruned_before FROM businesses WHERE id = ?').pluck()
  return {
    setPruned: (id: number, before: SandboxMs) => setPruned.run(before, id),
    prunedBefore: (id: number): SandboxMs | null => prunedBefore.get(id) ?? null,
  }
}

export type BusinessTable = ReturnType<typeof businessTable>
