import type { RecordOf, WorldRecord } from '../../../world-file/records.ts'
import type { Store } from '../../store.ts'
import { reading } from '../file/errors.ts'
import type { HiddenWorlds } from './hidden-worlds.ts'
import type { BulkTools } from './tools.ts'
import { worldRecord, writeContents } from './world-contents.ts'
import { fillStep } from './world-fill.ts'

/** Writes the world of a business as records, and gives it the world of some. */
export function moving(tools: BulkTools, worlds: HiddenWorlds): Pick<Store, 'contents' | 'importWorld'> {
  const { db, tables, wall, closed } = tools
  const { businesses, transactions, remembered } = tables
  return {
    /** Its commands wait meanwhile, so that it is read as of one moment. */
    contents: (key, write) =>
      closed.during(key, async () => {
        const business = reading(() => remembered.business(key))
        const world = business.rowId
        const before = world === null ? null : reading(() => businesses.prunedBefore(world))
        write(worldRecord(business, wall(), before))
        if (world !== null) await writeContents({ db, tables, world, write })
      }),
    importWorld: (key, records, replaces) =>
      closed.during(key, async () => {
        const [first] = records
        if (first?.kind !== 'world') throw new Error('A world begins with its own record')
        const { rowId } = reading(() => remembered.business(key))
        if (!replaces && rowId !== null && transactions.list(rowId, { limit: 1 }).length > 0) return false
        await worlds.fill(
          (make) => [fillStep(tables, make(), records)],
          (world) => {
            dress(tools, world, first)
            tables.events.skipTo(lastEventOf(records))
            const { at, clock } = first
            const { mode, rate } = clock
            worlds.give(
              key,
              world,
              mode === 'real' ? { mode, rate, sandboxAt: at, wallAt: wall() } : { mode, rate, at },
              at,
            )
          },
        )
        return true
      }),
  }
}

function dress({ tables: { businesses } }: BulkTools, world: number, record: RecordOf<'world'>): void {
  const { defaultScenario, settings, prunedBefore } = record
  businesses.setSettings(world, settings)
  businesses.setDefault(world, defaultScenario)
  if (prunedBefore !== null) businesses.setPruned(world, prunedBefore)
}

function lastEventOf(records: readonly WorldRecord[]): number {
  return records.reduce((last, record) => {
    if (record.kind === 'event') return Math.max(last, record.id)
    return record.kind === 'transaction' ? Math.max(last, record.event) : last
  }, 0)
}
