/** The first schema: everything belongs to a business; money is integer minor units; times are sandbox milliseconds. */
export const first = `
CREATE TABLE meta (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE businesses (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  epoch INTEGER NOT NULL,
  clock TEXT NOT NULL,
  seen_at INTEGER NOT NULL,
  default_scenario TEXT
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
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX transactions_public_id ON transactions (business_id, public_id);
CREATE UNIQUE INDEX transactions_reference ON transactions (business_id, reference);
CREATE UNIQUE INDEX transactions_account ON transactions (business_id, account_number) WHERE account_number IS NOT NULL;
CREATE INDEX transactions_newest ON transactions (business_id, id);

CREATE TABLE wallets (
  business_id INTEGER NOT NULL REFERENCES businesses,
  currency TEXT NOT NULL,
  balance_minor INTEGER NOT NULL CHECK (balance_minor BETWEEN 0 AND 9007199254740991),
  PRIMARY KEY (business_id, currency)
) STRICT, WITHOUT ROWID;

CREATE TABLE ledger (
  id INTEGER PRIMARY KEY,
  business_id INTEGER NOT NULL REFERENCES businesses,
  currency TEXT NOT NULL,
  transaction_id INTEGER NOT NULL REFERENCES transactions,
  at INTEGER NOT NULL,
  amount_minor INTEGER NOT NULL,
  opening_minor INTEGER NOT NULL,
  closing_minor INTEGER NOT NULL CHECK (closing_minor = opening_minor + amount_minor),
  why TEXT NOT NULL
) STRICT;
CREATE INDEX ledger_newest ON ledger (business_id, currency, id);
CREATE INDEX ledger_transaction ON ledger (transaction_id);

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

CREATE TABLE attempts (
  delivery_id INTEGER NOT NULL REFERENCES deliveries,
  number INTEGER NOT NULL,
  at INTEGER NOT NULL,
  headers TEXT NOT NULL,
  outcome TEXT,
  PRIMARY KEY (delivery_id, number)
) STRICT, WITHOUT ROWID;

-- A runner notes which job it took last, so no id may come again once its job is done.
CREATE TABLE jobs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  business_id INTEGER NOT NULL REFERENCES businesses,
  transaction_id INTEGER NOT NULL REFERENCES transactions,
  due_at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  work TEXT NOT NULL
) STRICT;
CREATE INDEX jobs_due ON jobs (business_id, due_at, id);
CREATE INDEX jobs_transaction ON jobs (transaction_id);

-- Readers ask for what came after an id, also across a reset, so none may come again.
CREATE TABLE events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  business_id INTEGER NOT NULL REFERENCES businesses,
  transaction_id INTEGER NOT NULL REFERENCES transactions,
  at INTEGER NOT NULL,
  event TEXT NOT NULL,
  facts TEXT NOT NULL
) STRICT;
CREATE INDEX events_transaction ON events (transaction_id, id);
`
