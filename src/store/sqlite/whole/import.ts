import type { ClockState } from '../../../domain/clock.ts'
import type { RecordOf, WorldRecord } from '../../../world-file/records.ts'
import type { Store } from '../../store.ts'
import { reading } from '../file/errors.ts'
import type { WholeTools } from './tools.ts'
import { WorldFill } from './world-fill.ts'
import type { Worlds } from './worlds.ts'

/** Gives a business the world of records. */
export function importing(tools: WholeTools, worlds: Worlds): Pick<Store, 'importWorld'> {
  const { tables, turn, wall, closed } = tools
  const { transactions, events, remembered } = tables
  return {
    async importWorld(key, file, { replaces, runs, giving }) {
      const isFree = () => {
        const { rowId } = reading(() => remembered.business(key))
        return replaces || rowId === null || transactions.list(rowId, { limit: 1 }).length === 0
      }
      if (!isFree()) return false
      return worlds.filled(noDress, async (world) => {
        const first = await fillWorld(tools, world, { file, runs })
        const isGiven = await giving(() =>
          closed.during(key, async () => {
            if (!isFree()) return false
            const before = await turn.run(() => {
              events.skipPast(world)
              return worlds.give(key, world, clockFor(first, runs ? wall() : null), first.at)
            })
            void worlds.discard(before)
            return true
          }),
        )
        if (!isGiven) void worlds.discard(world)
        return isGiven
      })
    },
  }
}

/** A world of a file is dressed by its first record. */
const noDress = () => undefined

interface Filling {
  readonly file: AsyncIterable<readonly WorldRecord[]>
  readonly runs: boolean
}

/** Stores the records of a file in an empty world, each of its parts in a commit, and returns the first. */
async function fillWorld({ tables, turn }: WholeTools, world: number, { file, runs }: Filling) {
  let first: RecordOf<'world'> | null = null
  let fill: WorldFill | null = null
  let transactions = 0
  for await (const records of file) {
    const [record] = records
    if (first === null && record?.kind === 'world') {
      first = record
      // On a frozen clock what is due now runs at once.
      fill = new WorldFill(tables, world, runs ? 0 : record.at + 1)
    }
    transactions += records.filter(({ kind }) => kind === 'transaction').length
    tables.quota.importHas(transactions)
    await turn.run(() => {
      for (const record of records) fill?.store(record)
    })
  }
  if (first === null) throw new Error('A world begins with its own record')
  return first
}

/** The clock of an imported world: as it was, from the real time `runsFrom`, or it stands. */
function clockFor({ at, clock: { mode, rate } }: RecordOf<'world'>, runsFrom: number | null): ClockState {
  const goesOn = mode === 'real' && runsFrom !== null
  return goesOn ? { mode, rate, sandboxAt: at, wallAt: runsFrom } : { mode: 'frozen', rate, at }
}
