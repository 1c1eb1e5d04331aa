import type { Row } from './row.ts'

export interface Filter {
  readonly status: Row['status'] | null
  readonly flow: Row['flow'] | null
  /** Only rows whose webhook fails and is tried again, or was given up. */
  readonly webhook: 'failing' | 'givenUp' | null
  /** Words that a row must have, in any order. */
  readonly search: string
}

export const noFilter: Filter = { status: null, flow: null, webhook: null, search: '' }

export function filterRows(rows: readonly Row[], filter: Filter): readonly Row[] {
  if (!isFiltering(filter)) return rows
  const { status, webhook } = filter
  const matches = matcherOf(filter)
  return rows.filter(
    (row) =>
      (status === null || row.status === status) &&
      (webhook === null || row.webhook?.failed === webhook) &&
      matches(row),
  )
}

/** How many rows each filter button would show. */
export type Counts = Readonly<Record<Row['status'] | 'failing' | 'givenUp', number>>

/** Counts the rows that match the search and the flow. */
export function countRows(rows: readonly Row[], filter: Filter): Counts {
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

export function isFiltering({ status, flow, webhook, search }: Filter): boolean {
  return status !== null || flow !== null || webhook !== null || search.trim() !== ''
}

function matcherOf({ flow, search }: Filter): (row: Row) => boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return (row) => (flow === null || row.flow === flow) && words.every((word) => row.searched.includes(word))
}
