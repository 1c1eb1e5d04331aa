/** The tables that hold what a business is and has, parents before children; each has a `snapshot_` table beside it. */
export const businessTables = [
  'transactions',
  'wallets',
  'ledger',
  'deliveries',
  'attempts',
  'events',
  'jobs',
  'queue',
  'refused_scenarios',
] as const
export type BusinessTable = (typeof businessTables)[number]

/** The rows of a business in one of its tables, as a condition with one `@business`. */
export function ofBusiness(table: BusinessTable): string {
  if (table === 'attempts') return 'delivery_id IN (SELECT id FROM deliveries WHERE business_id = @business)'
  // Events have no index by their business, which every new one would pay for.
  if (table === 'events') return 'transaction_id IN (SELECT id FROM transactions WHERE business_id = @business)'
  return 'business_id = @business'
}
