import type Database from 'better-sqlite3'

/** Makes the function that `hasWords` needs for letters beyond ASCII, which SQLite's own `lower` does not know. */
export function addLowerAll(db: Database.Database): void {
  db.function('lower_all', { deterministic: true }, (all) => String(all).toLowerCase())
}

/** A condition: an SQL text has every word of a JSON array, which is its parameter. `search` says which letters the words have. */
export function hasWords(text: string, search: string): string {
  const lower = /^[ -~]*$/.test(search) ? 'lower' : 'lower_all'
  return `NOT EXISTS (SELECT 1 FROM json_each(?) WHERE instr(${lower}(${text}), value) = 0)`
}
