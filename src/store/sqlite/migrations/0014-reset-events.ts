/** Each reset and restore takes an id among the events: whoever comes back with one below it was in another world. */
export const resetEvents = `
ALTER TABLE businesses ADD COLUMN reset_event INTEGER NOT NULL DEFAULT 0;
`
