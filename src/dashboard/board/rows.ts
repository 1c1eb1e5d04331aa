import type { Row } from './row.ts'

/** The rows with the next page of older ones below them; those that are there already stay. */
export function withPage(rows: readonly Row[], page: readonly Row[]): readonly Row[] {
  const there = new Set(rows.map(({ id }) => id))
  return [...rows, ...page.filter(({ id }) => !there.has(id))]
}

/** The rows with what has changed in its place, and those that were just created above all others, newest first. */
export function withChanges(rows: readonly Row[], fresh: readonly Row[], created: ReadonlySet<string>): readonly Row[] {
  const waiting = new Map(fresh.map((row) => [row.id, row]))
  const changed = rows.map((row) => {
    const now = waiting.get(row.id)
    if (now === undefined) return row
    waiting.delete(row.id)
    return now
  })
  // A transaction that is not created now and not among the rows stands on a page that is still to come.
  const added = [...waiting.values()].filter(({ id }) => created.has(id)).toReversed()
  return added.length === 0 ? changed : [...added, ...changed]
}
