import type Database from 'better-sqlite3'
import type { Change } from '../../domain/change.ts'
import { sandboxTime } from '../../domain/clock.ts'
import type { SteadyClock } from '../../time.ts'
import type { Changed, Commit, Store } from '../store.ts'
import { applyChanges, type Place } from './apply.ts'
import { loadState } from './load.ts'
import type { Tables } from './open-tables.ts'
import type { StoredBusiness } from './remembered.ts'
import { createTouches, type Touches, untouched } from './touched.ts'
import { createTurn } from './turn.ts'
import type { Closed } from './whole/closed.ts'

interface PerformTools {
  readonly db: Database.Database
  readonly tables: Tables
  readonly closed: Closed
  readonly wall: SteadyClock
}

/** Runs commands: each loads what it needs, decides, and has its changes applied. All of a turn share a commit. */
export function createPerform({ db, tables, closed, wall }: PerformTools) {
  const touches = createTouches()
  const listeners = new Set<(commits: readonly Commit[]) => void>()
  const turn = createTurn(db, {
    committed() {
      const commits = touches.all()
      touches.clear()
      if (commits.length > 0) for (const listener of listeners) listener(commits)
    },
    undone(what) {
      tables.forgetAll()
      if (what === 'turn') touches.clear()
    },
  })

  const perform: Store['perform'] = (key, needs, decide) => {
    const command = () => {
      const business = tables.remembered.business(key)
      const now = sandboxTime(business.clock, wall())
      const rowIds = new Map<string, number>()
      const { changes, result } = decide(loadState(tables, { business, now, rowIds }, needs))
      if (changes.length > 0) write(tables, touches, { business, now, rowIds, changes })
      return result
    }
    const opens = closed.opens(key)
    // What is done to the business after this call comes after this command too: it waits for the same end.
    return opens === null ? turn.run(command) : opens.then(() => turn.run(command))
  }

  const onCommit: Store['onCommit'] = (listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  /** Reports a change of businesses that is not in their rows. */
  const announce = (keys: readonly string[], changed: Changed) => {
    const commits = keys.map((key) => {
      const { rowId, clock } = tables.remembered.business(key)
      return { ...untouched({ key, businessId: rowId ?? 0, clock }), changed: new Set([changed]) }
    })
    for (const listener of listeners) listener(commits)
  }

  return { turn, touches, perform, onCommit, announce }
}

type Write = Pick<Place, 'now' | 'rowIds'> & { readonly business: StoredBusiness; readonly changes: readonly Change[] }

function write(tables: Tables, touches: Touches, { business, now, rowIds, changes }: Write): void {
  const { remembered, quota } = tables
  const { key, settings, clock } = business
  if (business.rowId === null) quota.businessComes()
  const businessId = business.rowId ?? tables.businesses.insert({ ...business, seenAt: now })
  applyChanges(tables, { businessId, settings, now, rowIds }, changes)
  const touch = touches.note({ key, businessId, clock }, changes)
  if (business.rowId === null || touch.settingsSet) remembered.forget(key)
  else if (touch.clock !== clock) remembered.setClock(key, touch.clock)
  if (quota.changed(businessId, changes)) tables.forgetAll()
}
