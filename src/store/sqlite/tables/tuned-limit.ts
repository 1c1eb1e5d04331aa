/**
 * A limit that is given with each call. For the rows `advance`, `explore` and `status-query`: SQLite looks at the value of a plain
 * `LIMIT ?` when it prepares a statement, and prepares it again for each new one, in 10 µs; it does not look into a sum.
 */
export const givenLimit = 'LIMIT ? + 0'
