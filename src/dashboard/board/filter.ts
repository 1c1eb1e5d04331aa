import { matching } from '../parts/search.ts'
import type { Row } from './row.ts'

/**
 * What the list shows, as texts of its address: rows of a status and a flow, rows whose webhook is `failing` or was
 * `givenUp`, and rows that have all words of the search. An empty text filters nothing.
 */
export type Filter = Partial<Readonly<Record<'status' | 'flow' | 'webhook' | 'search', string>>>

export function filterRows(rows: readonly Row[], filter: Filter): readonly Row[] {
  if (!isFiltering(filter)) return rows
  const { status = '', webhook = '' } = filter
  const matches = matcherOf(filter)
  return rows.filter(
    (row) =>
      (status === '' || row.status === status) && (webhook === '' || row.webhook?.failed === webhook) && matches(row),
  )
}

/** How many rows that match the search and the flow each filter button would show. */
export function countRows(rows: readonly Row[], filter: Filter) {
  const counts = { INITIATED: 0, PENDING: 0, COMPLETED: 0, FAILED: 0, failing: 0, givenUp: 0 }
  const matches = matcherOf(filter)
  for (const row of rows) {
    if (!matches(row)) continue
    counts[row.status]++
    const failed = row.webhook?.failed
    if (failed) counts[failed]++
  }
  return counts
}

export function isFiltering(filter: Filter): boolean {
  return Object.values(filter).some((text) => text.trim() !== '')
}

function matcherOf({ flow = '', search = '' }: Filter): (row: Row) => boolean {
  const fits = matching(search)
  return (row) => (flow === '' || row.flow === flow) && fits(row.searched)
}
