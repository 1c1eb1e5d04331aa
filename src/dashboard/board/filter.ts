import type { Row } from './row.ts'

/** Which rows are shown. */
export interface Filter {
  readonly status: Row['status'] | null
  readonly flow: Row['flow'] | null
  /** Words that must all be found, in whatever order. */
  readonly search: string
}

/** Every row. */
export const noFilter: Filter = { status: null, flow: null, search: '' }

/** The rows that a filter lets through. */
export function filterRows(rows: readonly Row[], filter: Filter): readonly Row[] {
  if (!isFiltering(filter)) return rows
  const matches = matcherOf(filter)
  return rows.filter((row) => (filter.status === null || row.status === filter.status) && matches(row))
}

/** How many rows of each status the rest of the filter lets through. */
export function countStatuses(rows: readonly Row[], filter: Filter): Readonly<Record<Row['status'], number>> {
  const counts = { INITIATED: 0, PENDING: 0, COMPLETED: 0, FAILED: 0 }
  const matches = matcherOf(filter)
  for (const row of rows) if (matches(row)) counts[row.status]++
  return counts
}

/** Whether a filter keeps anything back. */
export function isFiltering({ status, flow, search }: Filter): boolean {
  return status !== null || flow !== null || search.trim() !== ''
}

function matcherOf({ flow, search }: Filter): (row: Row) => boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return (row) => (flow === null || row.flow === flow) && words.every((word) => row.searched.includes(word))
}
