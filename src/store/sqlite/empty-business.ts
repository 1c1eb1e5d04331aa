import type Database from 'better-sqlite3'

/** Deletes all that a business holds, children before parents; the business itself stays. Plans nobody has any more go too. */
export function emptyBusiness(db: Database.Database, id: number): void {
  db.prepare('DELETE FROM attempts WHERE delivery_id IN (SELECT id FROM deliveries WHERE business_id = ?)').run(id)
  for (const table of [
    'refused_stories',
    'queue',
    'jobs',
    'events',
    'deliveries',
    'ledger',
    'wallets',
    'transactions',
  ]) {
    db.prepare(`DELETE FROM ${table} WHERE business_id = ?`).run(id)
  }
  db.prepare('DELETE FROM plans WHERE id NOT IN (SELECT plan_id FROM transactions)').run()
}
