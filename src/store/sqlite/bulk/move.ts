import type { ClockState } from '../../../domain/clock.ts'
import type { WorldRecord } from '../../../world-file/records.ts'
import { reading } from '../file/errors.ts'
import { inSlices } from '../slices.ts'
import type { Closed } from './closed.ts'
import type { HiddenWorlds } from './hidden-worlds.ts'
import type { BulkTools } from './tools.ts'
import { worldRecord, writeContents } from './world-contents.ts'
import { fillSteps } from './world-fill.ts'

/** Worlds that go to another sandbox, and come from one. */
export function moving({ db, tables, turn, wall, replaced }: BulkTools, worlds: HiddenWorlds, closed: Closed) {
  const { businesses, events, remembered } = tables
  return {
    /** Reads a business as it is at one moment: its commands wait meanwhile. */
    contents: (key: string, write: (record: WorldRecord) => void): Promise<void> =>
      closed.during(key, async () => {
        const business = reading(() => remembered.business(key))
        const row = business.rowId
        const before = row === null ? null : reading(() => businesses.prunedBefore(row))
        write(worldRecord(business, wall(), before))
        if (row !== null) await writeContents({ db, tables, world: row, write })
      }),
    /** Gives a key the world of some records. Returns false, with nothing changed, if it has transactions and may not lose them. */
    import: (key: string, records: readonly WorldRecord[], replaces: boolean): Promise<boolean> =>
      closed.during(key, async () => {
        const [first] = records
        if (first?.kind !== 'world') throw new Error('A world begins with its own record')
        const { rowId } = reading(() => remembered.business(key))
        if (!replaces && rowId !== null && tables.transactions.list(rowId, { limit: 1 }).length > 0) return false
        await worlds.fill(async (world) => {
          await inSlices(turn, fillSteps(tables, world, records))
          await turn.run(() => {
            const { epoch } = remembered.business(key)
            const { at, clock: asked, defaultScenario, settings, prunedBefore } = first
            const clock: ClockState =
              asked.mode === 'real'
                ? { mode: 'real', rate: asked.rate, sandboxAt: at, wallAt: wall() }
                : { mode: 'frozen', rate: asked.rate, at }
            businesses.setSettings(world, settings)
            businesses.setDefault(world, defaultScenario)
            if (prunedBefore !== null) businesses.setPruned(world, prunedBefore)
            events.skipTo(lastEventOf(records))
            businesses.replace({ rowId, key, epoch }, world, { clock, seenAt: at, resetEvent: events.nextId() })
            replaced(key, { businessId: world, clock, at })
          })
        })
        return true
      }),
  }
}

function lastEventOf(records: readonly WorldRecord[]): number {
  return records.reduce((last, record) => {
    if (record.kind === 'event') return Math.max(last, record.id)
    return record.kind === 'transaction' ? Math.max(last, record.event) : last
  }, 0)
}
