/**
 * A new transaction writes fewer rows. Ids of jobs and events come from the process, which notes in `meta` how far it may
 * go; entries that one command adds to a timeline are one row, whose id is its last entry's.
 */
export const fewerRows = `
INSERT INTO meta (name, value)
  SELECT 'last_job', CAST(coalesce(max(seq), 0) AS TEXT) FROM sqlite_sequence WHERE name = 'jobs';
INSERT INTO meta (name, value)
  SELECT 'last_event', CAST(coalesce(max(seq), 0) AS TEXT) FROM sqlite_sequence WHERE name = 'events';

CREATE TABLE jobs_next (
  id INTEGER PRIMARY KEY,
  business_id INTEGER NOT NULL REFERENCES businesses,
  transaction_id INTEGER NOT NULL REFERENCES transactions,
  due_at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  work TEXT NOT NULL
) STRICT;
INSERT INTO jobs_next SELECT id, business_id, transaction_id, due_at, kind, work FROM jobs;
DROP TABLE jobs;
ALTER TABLE jobs_next RENAME TO jobs;
CREATE INDEX jobs_due ON jobs (business_id, due_at, id);
CREATE INDEX jobs_transaction ON jobs (transaction_id);

CREATE TABLE events_next (
  id INTEGER PRIMARY KEY,
  business_id INTEGER NOT NULL REFERENCES businesses,
  transaction_id INTEGER NOT NULL REFERENCES transactions,
  at INTEGER NOT NULL,
  entries TEXT NOT NULL
) STRICT;
INSERT INTO events_next
  SELECT id, business_id, transaction_id, at, json_array(json_array(event, json(facts))) FROM events;
DROP TABLE events;
ALTER TABLE events_next RENAME TO events;
CREATE INDEX events_transaction ON events (transaction_id, id);
`
