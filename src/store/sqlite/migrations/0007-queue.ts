/** Scenarios that wait for their request, each for so many. */
export const queue = `
CREATE TABLE queue (
  id INTEGER PRIMARY KEY,
  business_id INTEGER NOT NULL REFERENCES businesses,
  scenario TEXT NOT NULL,
  remaining INTEGER NOT NULL CHECK (remaining > 0),
  match TEXT
) STRICT;
CREATE INDEX queue_business ON queue (business_id, id);
`
