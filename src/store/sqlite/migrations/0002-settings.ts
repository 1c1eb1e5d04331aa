/** What was set while the sandbox ran, as JSON; it lies over the settings that the config gives the key. */
export const settings = `
ALTER TABLE businesses ADD COLUMN settings TEXT;
`
