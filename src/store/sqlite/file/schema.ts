/**
 * The schema of a new database. Everything belongs to a business; money is integer minor units; times are sandbox milliseconds; ids of
 * the API are indexed columns beside integer row ids; JSON columns hold what is never searched by on a hot path.
 */
export const schema = `
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
  pruned_before INTEGER,
  -- Set while a prune is under way: a start after a crash goes on with it.
  pruning_before INTEGER
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
  first_entries TEXT NOT NULL
) STRICT;
-- first_entries: the beginning of the timeline, as a row of events has it, whose id is first_event. In a table of their
-- own they would cost each create call two more trees.
CREATE UNIQUE INDEX transactions_public_id ON transactions (business_id, public_id);
CREATE UNIQUE INDEX transactions_reference ON transactions (reference, business_id);
CREATE UNIQUE INDEX transactions_account ON transactions (business_id, account_number) WHERE account_number IS NOT NULL;
CREATE INDEX transactions_newest ON transactions (business_id, first_event);

-- What moves wallets; the newest entry closes with the balance. A balance set by hand is an entry without a
-- transaction. A transaction's entries are never searched for, so its id has no index, and without one a reference would
-- be a search each time a transaction is deleted.
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
CREATE INDEX ledger_newest ON ledger (business_id, currency, id);

CREATE TABLE deliveries (
  id INTEGER PRIMARY KEY,
  business_id INTEGER NOT NULL REFERENCES businesses,
  transaction_id INTEGER NOT NULL REFERENCES transactions,
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
  delivery_id INTEGER NOT NULL REFERENCES deliveries,
  number INTEGER NOT NULL,
  at INTEGER NOT NULL,
  headers TEXT NOT NULL,
  outcome TEXT,
  is_replay INTEGER NOT NULL,
  PRIMARY KEY (delivery_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE jobs (
  transaction_id INTEGER NOT NULL REFERENCES transactions,
  id INTEGER NOT NULL,
  business_id INTEGER NOT NULL REFERENCES businesses,
  due_at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  work TEXT NOT NULL,
  PRIMARY KEY (transaction_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX jobs_due ON jobs (business_id, due_at, id);

-- The entries that one command adds to the timeline of a stored transaction are one row, whose id is its last entry's. The
-- same event can be in a business and in its snapshots.
CREATE TABLE events (
  business_id INTEGER NOT NULL REFERENCES businesses,
  id INTEGER NOT NULL,
  transaction_id INTEGER NOT NULL REFERENCES transactions,
  at INTEGER NOT NULL,
  entries TEXT NOT NULL,
  PRIMARY KEY (business_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX events_transaction ON events (transaction_id, id);

-- Scenarios that wait for their request, each for so many.
CREATE TABLE queue (
  id INTEGER PRIMARY KEY,
  business_id INTEGER NOT NULL REFERENCES businesses,
  scenario TEXT NOT NULL,
  remaining INTEGER NOT NULL CHECK (remaining > 0),
  match TEXT
) STRICT;
CREATE INDEX queue_business ON queue (business_id, id);

CREATE TABLE refused_scenarios (
  business_id INTEGER NOT NULL REFERENCES businesses,
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

/** Finds a transaction by its id with one search, also among a million. */
const publicIds = `
DROP INDEX transactions_public_id;
CREATE UNIQUE INDEX transactions_public_id ON transactions (business_id, public_id);
`

/** Names the step of its plan in each job, by the act and the time: older versions stored jobs of steps without it. */
const stepsOfJobs = ['', 'snapshot_']
  .map(
    (prefix) => `
UPDATE ${prefix}jobs SET work = json_set(work, '$.step', (
  SELECT step.key
  FROM ${prefix}transactions t JOIN plans ON plans.id = t.plan_id JOIN json_each(plans.plan, '$.steps') step
  WHERE t.id = ${prefix}jobs.transaction_id
    AND json_extract(step.value, '$.act') = json_extract(work, '$.act')
    AND due_at - json_extract(step.value, '$.afterMs') IN (t.created_at, t.otp_accepted_at)
  LIMIT 1))
WHERE json_extract(work, '$.kind') = 'act' AND json_type(work, '$.step') IS NULL;`,
  )
  .join('')

/** Shortens time-outs over 60 s, which are refused now: `2m`, `1h`, `90s`, `60s1ms`, `90000ms`. */
const shorterTimeouts = ['businesses', 'snapshots']
  .map(
    (table) => `
UPDATE ${table} SET settings = json_set(settings, '$.timeout', '60s')
FROM (SELECT id AS written_id, settings ->> '$.timeout' AS text FROM ${table}) written
WHERE id = written_id AND (text GLOB '*[dh]*' OR text GLOB '*m[^s]*' OR text GLOB '*m'
  OR CAST(text AS INTEGER) >= CASE WHEN text GLOB '*s*ms' THEN 60 WHEN text GLOB '*ms' THEN 60001 ELSE 61 END);`,
  )
  .join('')

const columns = {
  transactions: `public_id, reference, flow, status, currency, amount_minor, fee_minor, received_minor, account_number,
    result, facts, plan_id, wrong_otps, otp_accepted_at, status_queries, duplicate_creates, created_at, updated_at,
    first_event, first_entries`,
  ledger: 'currency, at, amount_minor, opening_minor, closing_minor, why',
  deliveries: 'public_id, transaction_status, url, body, status, webhook, created_at',
}
const parent = (parents: string, column: string) => `(SELECT copy.id FROM snapshot_${parents} AS old
  JOIN ${parents} AS copy ON copy.business_id = world AND copy.public_id = old.public_id
  WHERE old.business_id = snapshot AND old.id = kept.${column})`
const [transaction, delivery] = [parent('transactions', 'transaction_id'), parent('deliveries', 'delivery_id')]
const fromSnapshots = (table: string) =>
  `FROM snapshot_${table} AS kept JOIN worlds ON snapshot = kept.business_id ORDER BY kept.business_id`

/**
 * A snapshot is a world as any other, whose key no caller can have. Events have the business in their key: the same event
 * can be in a business and in its snapshots, and those of a business are found without those of others.
 */
const snapshotsAreWorlds = `
ALTER TABLE businesses ADD COLUMN pruned_before INTEGER;
ALTER TABLE businesses ADD COLUMN pruning_before INTEGER;
UPDATE businesses SET pruned_before = (
  SELECT CAST(value AS INTEGER) FROM meta WHERE name = 'pruned_before ' || businesses.id);
DELETE FROM meta WHERE name LIKE 'pruned_before %';

ALTER TABLE events RENAME TO old_events;
CREATE TABLE events (
  business_id INTEGER NOT NULL REFERENCES businesses,
  id INTEGER NOT NULL,
  transaction_id INTEGER NOT NULL REFERENCES transactions,
  at INTEGER NOT NULL,
  entries TEXT NOT NULL,
  PRIMARY KEY (business_id, id)
) STRICT, WITHOUT ROWID;
INSERT INTO events SELECT business_id, id, transaction_id, at, entries FROM old_events ORDER BY business_id, id;
DROP TABLE old_events;
CREATE INDEX events_transaction ON events (transaction_id, id);

INSERT INTO businesses (key, epoch, reset_event, clock, seen_at, default_scenario, settings)
SELECT '(snapshot ' || id || ')', 0, 0, clock, at, default_scenario, settings FROM snapshots;
CREATE TEMP TABLE worlds AS
SELECT snapshots.id AS snapshot, snapshots.business_id AS business, name, businesses.id AS world
FROM snapshots JOIN businesses ON businesses.key = '(snapshot ' || snapshots.id || ')';
INSERT INTO transactions (business_id, ${columns.transactions})
SELECT world, ${columns.transactions} ${fromSnapshots('transactions')}, kept.id;
INSERT INTO ledger (business_id, transaction_id, ${columns.ledger})
SELECT world, ${transaction}, ${columns.ledger} ${fromSnapshots('ledger')}, kept.id;
INSERT INTO deliveries (business_id, transaction_id, ${columns.deliveries})
SELECT world, ${transaction}, ${columns.deliveries} ${fromSnapshots('deliveries')}, kept.id;
INSERT INTO attempts (delivery_id, number, at, headers, outcome, is_replay)
SELECT ${delivery}, number, at, headers, outcome, is_replay ${fromSnapshots('attempts')};
INSERT INTO events (business_id, id, transaction_id, at, entries)
SELECT world, id, ${transaction}, at, entries ${fromSnapshots('events')};
INSERT INTO jobs (business_id, id, transaction_id, due_at, kind, work)
SELECT world, last + row_number() OVER (ORDER BY world, due_at, id), ${transaction}, due_at, kind, work
FROM (SELECT CAST(value AS INTEGER) AS last FROM meta WHERE name = 'last_job'),
  snapshot_jobs AS kept JOIN worlds ON snapshot = kept.business_id;
UPDATE meta SET value = CAST(value AS INTEGER) + (SELECT count(*) FROM snapshot_jobs) WHERE name = 'last_job';
INSERT INTO queue (business_id, scenario, remaining, match)
SELECT world, scenario, remaining, match ${fromSnapshots('queue')}, kept.id;
INSERT INTO refused_scenarios (business_id, scenario, times)
SELECT world, scenario, times ${fromSnapshots('refused_scenarios')};

DROP TABLE snapshots;
CREATE TABLE snapshots (
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  world_id INTEGER NOT NULL REFERENCES businesses,
  PRIMARY KEY (key, name)
) STRICT, WITHOUT ROWID;
INSERT INTO snapshots SELECT businesses.key, name, world FROM worlds JOIN businesses ON businesses.id = business;
DROP TABLE temp.worlds;
${['transactions', 'ledger', 'deliveries', 'attempts', 'events', 'jobs', 'queue', 'refused_scenarios']
  .map((table) => `DROP TABLE snapshot_${table};`)
  .join('\n')}
`

/** What brings the folder of an older version to the next one's. A step is never changed: a change is a further step. */
export const schemaSteps: readonly string[] = [publicIds, stepsOfJobs, shorterTimeouts, snapshotsAreWorlds]
