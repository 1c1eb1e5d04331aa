/** Attempts that somebody asked for are none of the scheduled ones. */
export const replays = `
ALTER TABLE attempts ADD COLUMN is_replay INTEGER NOT NULL DEFAULT 0;
`
