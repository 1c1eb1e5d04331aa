/**
 * The tables. Everything belongs to a business; money is integer minor units; times are sandbox milliseconds; ids of
 * the API are indexed columns beside integer row ids; JSON columns hold what is never searched by on a hot path.
 */
const tables = `
-- The seed, and how far the ids of jobs and events may have gone: none of them may come again, done, reset or undone.
CREATE TABLE meta (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO meta (name, value) VALUES ('last_job', '0'), ('last_event', '0');

-- settings: what was set while the sandbox ran; it lies over the settings that the config gives the key.
-- reset_event: each reset and restore takes an id among the events, so that a reader knows that it missed one.
CREATE TABLE businesses (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  epoch INTEGER NOT NULL,
  reset_event INTEGER NOT NULL,
  clock TEXT NOT NULL,
  seen_at INTEGER NOT NULL,
  default_scenario TEXT,
  settings TEXT,
  -- What was final by then is gone.
  pruned_before INTEGER
) STRICT;

CREATE TABLE plans (
  id INTEGER PRIMARY KEY,
  plan TEXT NOT NULL
) STRICT;

CREATE TABLE transactions (
  id INTEGER PRIMARY KEY,
  business_id INTEGER NOT NULL REFERENCES businesses,
  public_id TEXT NOT NULL,
  reference TEXT NOT NULL,
  flow TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('INITIATED', 'PENDING', 'COMPLETED', 'FAILED')),
  currency TEXT NOT NULL,
  amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
  fee_minor INTEGER NOT NULL CHECK (fee_minor >= 0),
  received_minor INTEGER NOT NULL CHECK (received_minor >= 0),
  account_number TEXT,
  result TEXT,
  facts TEXT NOT NULL,
  plan_id INTEGER NOT NULL,
  wrong_otps INTEGER NOT NULL CHECK (wrong_otps >= 0),
  otp_accepted_at INTEGER,
  status_queries INTEGER NOT NULL CHECK (status_queries >= 0),
  duplicate_creates INTEGER NOT NULL CHECK (duplicate_creates >= 0),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  first_event INTEGER NOT NULL,
  first_entries TEXT NOT NULL,
  jobs TEXT NOT NULL
) STRICT;
-- first_entries: the beginning of the timeline, as a row of events has it, whose id is first_event. In a table of their
-- own they would cost each create call two more trees. jobs: its jobs, by their ids.
CREATE UNIQUE INDEX transactions_public_id ON transactions (business_id, public_id);
CREATE UNIQUE INDEX transactions_reference ON transactions (reference, business_id);
CREATE UNIQUE INDEX transactions_account ON transactions (business_id, account_number) WHERE account_number IS NOT NULL;
CREATE INDEX transactions_newest ON transactions (business_id, first_event);

-- What moves wallets; the newest entry closes with the balance. A balance set by hand is an entry without a
-- transaction. A prune finds the movements of a transaction; they are not deleted with it.
CREATE TABLE ledger (
  id INTEGER PRIMARY KEY,
  business_id INTEGER NOT NULL REFERENCES businesses,
  currency TEXT NOT NULL,
  transaction_id INTEGER,
  at INTEGER NOT NULL,
  amount_minor INTEGER NOT NULL,
  opening_minor INTEGER NOT NULL,
  closing_minor INTEGER NOT NULL CHECK (
    closing_minor = opening_minor + amount_minor AND closing_minor BETWEEN 0 AND 9007199254740991),
  why TEXT NOT NULL
) STRICT;
-- SQLite puts the id at the end of each index.
CREATE INDEX ledger_newest ON ledger (business_id, currency);
CREATE INDEX ledger_transaction ON ledger (transaction_id);

CREATE TABLE deliveries (
  id INTEGER PRIMARY KEY,
  business_id INTEGER NOT NULL REFERENCES businesses,
  transaction_id INTEGER NOT NULL REFERENCES transactions ON DELETE CASCADE,
  public_id TEXT NOT NULL,
  transaction_status TEXT NOT NULL,
  url TEXT NOT NULL,
  body TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'held', 'delivered', 'exhausted', 'dropped')),
  webhook TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX deliveries_public_id ON deliveries (business_id, public_id);
CREATE INDEX deliveries_transaction ON deliveries (transaction_id);
CREATE INDEX deliveries_newest ON deliveries (business_id, id);
CREATE INDEX deliveries_held ON deliveries (business_id, transaction_id) WHERE status = 'held';

CREATE TABLE attempts (
  delivery_id INTEGER NOT NULL REFERENCES deliveries ON DELETE CASCADE,
  number INTEGER NOT NULL,
  at INTEGER NOT NULL,
  headers TEXT NOT NULL,
  outcome TEXT,
  is_replay INTEGER NOT NULL,
  PRIMARY KEY (delivery_id, number)
) STRICT, WITHOUT ROWID;

-- The order of the jobs. The work itself is on the row of the transaction: as rows of this table, which a transaction would
-- find by an index, jobs would cost each create call two more pages.
CREATE TABLE jobs (
  business_id INTEGER NOT NULL REFERENCES businesses,
  due_at INTEGER NOT NULL,
  id INTEGER NOT NULL,
  transaction_id INTEGER NOT NULL,
  PRIMARY KEY (business_id, due_at, id)
) STRICT, WITHOUT ROWID;

-- The entries that one command adds to the timeline of a stored transaction are one row, whose id is its last entry's. The
-- same event can be in a business and in its snapshots.
CREATE TABLE events (
  business_id INTEGER NOT NULL REFERENCES businesses,
  id INTEGER NOT NULL,
  transaction_id INTEGER NOT NULL REFERENCES transactions ON DELETE CASCADE,
  at INTEGER NOT NULL,
  entries TEXT NOT NULL,
  PRIMARY KEY (business_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX events_transaction ON events (transaction_id, id);

-- Scenarios that wait for their request, each for so many.
CREATE TABLE queue (
  id INTEGER PRIMARY KEY,
  business_id INTEGER NOT NULL REFERENCES businesses ON DELETE CASCADE,
  scenario TEXT NOT NULL,
  remaining INTEGER NOT NULL CHECK (remaining > 0),
  match TEXT
) STRICT;
CREATE INDEX queue_business ON queue (business_id, id);

CREATE TABLE refused_scenarios (
  business_id INTEGER NOT NULL REFERENCES businesses ON DELETE CASCADE,
  scenario TEXT NOT NULL,
  times INTEGER NOT NULL CHECK (times > 0),
  PRIMARY KEY (business_id, scenario)
) STRICT, WITHOUT ROWID;

-- A snapshot is a world as any other: a row of businesses whose key no caller can have.
CREATE TABLE snapshots (
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  world_id INTEGER NOT NULL REFERENCES businesses,
  PRIMARY KEY (key, name)
) STRICT, WITHOUT ROWID;
`

/** The first step makes the tables, each later one changes them for a new version. Never change a released step. */
export const schemaSteps: readonly string[] = [tables]
