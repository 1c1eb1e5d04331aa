import type { Store } from '../../store.ts'
import type { WholeTools } from './tools.ts'
import type { Worlds } from './worlds.ts'

/** Takes its world from a business, in one commit. */
export function emptying(
  { tables, turn, closed, template }: WholeTools,
  worlds: Worlds,
): Pick<Store, 'reset' | 'drop'> {
  const { businesses, snapshots, remembered, seals } = tables

  async function reset(key: string): Promise<void> {
    const before = await turn.run(() =>
      remembered.business(key).rowId === null
        ? null
        : worlds.give(key, businesses.hiddenWorld(), template.initialClock, 0),
    )
    void worlds.discard(before)
  }

  async function drop(key: string): Promise<void> {
    const left: (number | null)[] = []
    await seals.seal(turn, { key, slots: null, isSealed: false }, () => {
      const { rowId } = remembered.business(key)
      left.push(rowId, ...snapshots.list(key).map(({ name }) => snapshots.find(key, name)))
      for (const { name } of snapshots.list(key)) snapshots.drop(key, name)
      if (rowId !== null) businesses.hide(rowId)
      tables.forgetAll()
    })
    for (const world of left) void worlds.discard(world)
  }

  return {
    reset: (key) => closed.during(key, () => reset(key)),
    drop: (key) => closed.during(key, () => drop(key)),
  }
}
