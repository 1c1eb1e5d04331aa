import type { Store } from '../../store.ts'
import type { HiddenWorlds } from './hidden-worlds.ts'
import type { BulkTools } from './tools.ts'

/** Takes its world from a business. */
export function emptying(
  { tables, turn, closed, template }: BulkTools,
  worlds: HiddenWorlds,
): Pick<Store, 'reset' | 'drop'> {
  const { businesses, snapshots, remembered, seals } = tables

  const empty = (key: string): Promise<void> =>
    worlds.fill((make) => {
      if (remembered.business(key).rowId !== null) worlds.give(key, make(), template.initialClock, 0)
      return []
    })

  return {
    // One commit, with the other commands of its turn.
    reset: (key) =>
      worlds.leaving(() => (closed.opens(key) === null ? empty(key) : closed.during(key, () => empty(key)))),
    drop: (key) =>
      worlds.leaving(() =>
        closed.during(key, async () => {
          await seals.seal(turn, { key, slots: null, isSealed: false }, () => {
            const { rowId } = remembered.business(key)
            for (const { name } of snapshots.list(key)) snapshots.drop(key, name)
            if (rowId !== null) businesses.hide(rowId)
            tables.forgetAll()
          })
        }),
      ),
  }
}
