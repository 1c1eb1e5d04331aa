import type { ClockState } from '../../../domain/clock.ts'
import type { RecordOf, WorldRecord } from '../../../world-file/records.ts'
import type { Store } from '../../store.ts'
import { reading } from '../file/errors.ts'
import type { HiddenWorlds } from './hidden-worlds.ts'
import type { BulkTools } from './tools.ts'
import { storing } from './world-fill.ts'

/** Gives a business the world of records. */
export function moving(tools: BulkTools, worlds: HiddenWorlds): Pick<Store, 'importWorld'> {
  const { tables, turn, wall, closed } = tools
  const { transactions, remembered } = tables
  return {
    importWorld: async (key, file, { replaces, runs, giving }) => {
      const isFree = () => {
        const { rowId } = reading(() => remembered.business(key))
        return replaces || rowId === null || transactions.list(rowId, { limit: 1 }).length === 0
      }
      if (!isFree()) return false
      return worlds.keep(async (make) => {
        const filled = await fillWorld(tools, await turn.run(make), { file, runs })
        return giving(() =>
          closed.during(key, async () => {
            if (!isFree()) return false
            await turn.run(() => {
              dress(tools, filled)
              worlds.give(key, filled.world, clockFor(filled.first, runs ? wall() : null), filled.first.at)
            })
            return true
          }),
        )
      })
    },
  }
}

interface FilledWorld {
  readonly world: number
  readonly first: RecordOf<'world'>
  readonly lastEvent: number
}

interface Filling {
  readonly file: AsyncIterable<readonly WorldRecord[]>
  readonly runs: boolean
}

/** Stores the records of a file in an empty world, each of its parts in a commit. */
async function fillWorld({ tables, turn }: BulkTools, world: number, { file, runs }: Filling): Promise<FilledWorld> {
  let first: RecordOf<'world'> | null = null
  let store: ((record: WorldRecord) => unknown) | null = null
  let lastEvent = 0
  let transactions = 0
  for await (const records of file) {
    const [record] = records
    if (first === null && record?.kind === 'world') {
      first = record
      // On a frozen clock what is due now runs at once.
      store = storing(tables, world, runs ? 0 : record.at + 1)
    }
    transactions += records.filter(({ kind }) => kind === 'transaction').length
    tables.quota.importHas(transactions)
    const put = store
    if (put !== null) await turn.run(() => void records.forEach(put))
    lastEvent = records.reduce(laterEvent, lastEvent)
  }
  if (first === null) throw new Error('A world begins with its own record')
  return { world, first, lastEvent }
}

/** The clock of an imported world: as it was, from the real time `runsFrom`, or it stands. */
function clockFor({ at, clock: { mode, rate } }: RecordOf<'world'>, runsFrom: number | null): ClockState {
  const goesOn = mode === 'real' && runsFrom !== null
  return goesOn ? { mode, rate, sandboxAt: at, wallAt: runsFrom } : { mode: 'frozen', rate, at }
}

function dress({ tables: { businesses, events } }: BulkTools, { world, first, lastEvent }: FilledWorld): void {
  const { defaultScenario, settings, prunedBefore } = first
  businesses.setSettings(world, settings)
  businesses.setDefault(world, defaultScenario)
  if (prunedBefore !== null) businesses.setPruned(world, prunedBefore)
  events.skipTo(lastEvent)
}

function laterEvent(last: number, record: WorldRecord): number {
  if (record.kind === 'event') return Math.max(last, record.id)
  return record.kind === 'transaction' ? Math.max(last, record.event) : last
}
