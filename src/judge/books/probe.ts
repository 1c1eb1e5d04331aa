import type { OrderRow, PayoutRow, Sums } from '../rules/books.ts'
import type { Customer } from '../rules/ledger.ts'

/** Who asks the merchant's books; null for a part that cannot be asked about. Each throws a `NotChecked`. */
export interface Probe {
  readonly sums: Sums
  readonly orders: Asking<OrderRow> | null
  readonly payouts: Asking<PayoutRow> | null
  /** In major units. */
  readonly balance: ((customer: Pick<Customer, 'number' | 'local'>) => Promise<ProbeRead<number>>) | null
}

export interface Asking<Row> {
  /** True if rows can name an order or a withdrawal. */
  readonly isGrouped: boolean
  readonly ask: (reference: string) => Promise<ProbeRead<Row>>
}

/** `row` is null if the books have none. */
export interface ProbeRead<Row> {
  readonly row: Row | null
  readonly text: string
}
