import type { Row } from './row.ts'

/** Adds a page of older rows below, and skips rows already there. */
export function withPage(rows: readonly Row[], page: readonly Row[]): readonly Row[] {
  const there = new Set(rows.map(({ id }) => id))
  return [...rows, ...page.filter(({ id }) => !there.has(id))]
}

/** Replaces changed rows in their place, and adds created ones on top, newest first. */
export function withChanges(rows: readonly Row[], fresh: readonly Row[], created: ReadonlySet<string>): readonly Row[] {
  const waiting = new Map(fresh.map((row) => [row.id, row]))
  const changed = rows.map((row) => {
    const now = waiting.get(row.id)
    if (now === undefined) return row
    waiting.delete(row.id)
    return now
  })
  // Another transaction is on a page that is not loaded yet.
  const added = [...waiting.values()].filter(({ id }) => created.has(id)).toReversed()
  return added.length === 0 ? changed : [...added, ...changed]
}

/** The index of the row that a step leads to. The first step selects the first row. */
export function stepFrom(index: number, by: number, count: number): number {
  if (index < 0) return 0
  return Math.min(Math.max(index + by, 0), count - 1)
}
