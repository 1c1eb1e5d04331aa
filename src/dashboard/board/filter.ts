import type { Row } from './row.ts'

/** Which rows are shown. */
export interface Filter {
  readonly status: Row['status'] | null
  readonly flow: Row['flow'] | null
  /** Only those whose webhook was given up. */
  readonly isWebhookFailed: boolean
  /** Words that must all be found, in whatever order. */
  readonly search: string
}

/** Every row. */
export const noFilter: Filter = { status: null, flow: null, isWebhookFailed: false, search: '' }

/** The rows that a filter lets through. */
export function filterRows(rows: readonly Row[], filter: Filter): readonly Row[] {
  if (!isFiltering(filter)) return rows
  const { status, isWebhookFailed } = filter
  const matches = matcherOf(filter)
  return rows.filter(
    (row) => (status === null || row.status === status) && (!isWebhookFailed || isFailed(row)) && matches(row),
  )
}

/** How many rows each button would show, as search and flow have it. */
export type Counts = Readonly<Record<Row['status'] | 'webhookFailed', number>>

/** How many rows have each status, and how many a failed webhook, of those that search and flow let through. */
export function countRows(rows: readonly Row[], filter: Filter): Counts {
  const counts = { INITIATED: 0, PENDING: 0, COMPLETED: 0, FAILED: 0, webhookFailed: 0 }
  const matches = matcherOf(filter)
  for (const row of rows) {
    if (!matches(row)) continue
    counts[row.status]++
    if (isFailed(row)) counts.webhookFailed++
  }
  return counts
}

/** Whether a filter keeps anything back. */
export function isFiltering({ status, flow, isWebhookFailed, search }: Filter): boolean {
  return status !== null || flow !== null || isWebhookFailed || search.trim() !== ''
}

function isFailed({ webhook }: Row): boolean {
  return webhook?.isFailed === true
}

function matcherOf({ flow, search }: Filter): (row: Row) => boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return (row) => (flow === null || row.flow === flow) && words.every((word) => row.searched.includes(word))
}
