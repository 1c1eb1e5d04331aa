/**
 * A new transaction writes fewer pages: public ids, which are random, are indexed for 1024 rows at a time, so that those of
 * one commit meet on few pages. Two transactions cannot have one public id: it is derived from the reference, which is
 * unique.
 */
export const fewerPages = `
DROP INDEX transactions_public_id;
CREATE INDEX transactions_public_id ON transactions (id >> 10, substr(public_id, 1, 8));
`
