/** What a report tells that no other table kept: create calls that came again, and stories that refused their call. */
export const report = `
ALTER TABLE transactions ADD COLUMN duplicate_creates INTEGER NOT NULL DEFAULT 0;

CREATE TABLE refused_stories (
  business_id INTEGER NOT NULL REFERENCES businesses,
  scenario TEXT NOT NULL,
  times INTEGER NOT NULL CHECK (times > 0),
  PRIMARY KEY (business_id, scenario)
) STRICT, WITHOUT ROWID;
`
