/** A balance that somebody sets is a ledger entry without a transaction. */
export const setBalances = `
CREATE TABLE ledger_next (
  id INTEGER PRIMARY KEY,
  business_id INTEGER NOT NULL REFERENCES businesses,
  currency TEXT NOT NULL,
  transaction_id INTEGER REFERENCES transactions,
  at INTEGER NOT NULL,
  amount_minor INTEGER NOT NULL,
  opening_minor INTEGER NOT NULL,
  closing_minor INTEGER NOT NULL CHECK (closing_minor = opening_minor + amount_minor),
  why TEXT NOT NULL
) STRICT;
INSERT INTO ledger_next SELECT * FROM ledger;
DROP TABLE ledger;
ALTER TABLE ledger_next RENAME TO ledger;
CREATE INDEX ledger_newest ON ledger (business_id, currency, id);
CREATE INDEX ledger_transaction ON ledger (transaction_id);
`
