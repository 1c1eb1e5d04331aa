/**
 * Snapshots keep a business's rows in a table beside each of its tables: the same columns, `business_id` being the
 * snapshot's id. Whoever changes one of these tables, or what stands in it, changes its `snapshot_` table likewise
 * (test/store/snapshots.test.ts, test/store/migrations.test.ts).
 */
export const snapshots = `
CREATE TABLE snapshots (
  id INTEGER PRIMARY KEY,
  business_id INTEGER NOT NULL REFERENCES businesses,
  name TEXT NOT NULL,
  at INTEGER NOT NULL,
  clock TEXT NOT NULL,
  default_scenario TEXT,
  settings TEXT
) STRICT;
CREATE UNIQUE INDEX snapshots_name ON snapshots (business_id, name);

CREATE TABLE snapshot_transactions AS SELECT * FROM transactions WHERE 0;
CREATE INDEX snapshot_transactions_id ON snapshot_transactions (business_id, id);
CREATE TABLE snapshot_wallets AS SELECT * FROM wallets WHERE 0;
CREATE INDEX snapshot_wallets_id ON snapshot_wallets (business_id);
CREATE TABLE snapshot_ledger AS SELECT * FROM ledger WHERE 0;
CREATE INDEX snapshot_ledger_id ON snapshot_ledger (business_id, id);
CREATE TABLE snapshot_deliveries AS SELECT * FROM deliveries WHERE 0;
CREATE INDEX snapshot_deliveries_id ON snapshot_deliveries (business_id, id);
CREATE TABLE snapshot_attempts AS SELECT 0 AS business_id, * FROM attempts WHERE 0;
CREATE INDEX snapshot_attempts_id ON snapshot_attempts (business_id, delivery_id, number);
CREATE TABLE snapshot_events AS SELECT * FROM events WHERE 0;
CREATE INDEX snapshot_events_id ON snapshot_events (business_id, id);
CREATE TABLE snapshot_jobs AS SELECT * FROM jobs WHERE 0;
CREATE INDEX snapshot_jobs_id ON snapshot_jobs (business_id, id);
CREATE TABLE snapshot_queue AS SELECT * FROM queue WHERE 0;
CREATE INDEX snapshot_queue_id ON snapshot_queue (business_id, id);
CREATE TABLE snapshot_refused_stories AS SELECT * FROM refused_stories WHERE 0;
CREATE INDEX snapshot_refused_stories_id ON snapshot_refused_stories (business_id);
`
