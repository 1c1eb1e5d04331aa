import type Database from 'better-sqlite3'
import { slotOf, slotsIn, slotsText } from '../../domain/slots.ts'
import type { Sealed } from '../store.ts'

interface Stored {
  readonly keys: readonly string[]
  readonly slots: string | null
}

/** What is sealed, stored in `meta`: businesses by key, and slots with their unused keys. */
export function createSeals(db: Database.Database) {
  const get = db.prepare<[], string>("SELECT value FROM meta WHERE name = 'sealed'").pluck()
  const set = db.prepare<[string]>("INSERT OR REPLACE INTO meta VALUES ('sealed', ?)")
  let keys = new Set<string>()
  let slots = new Set<number>()
  read()

  function read(): void {
    const stored: Stored = JSON.parse(get.get() ?? '{"keys":[],"slots":null}')
    keys = new Set(stored.keys)
    slots = new Set(stored.slots === null ? [] : slotsIn(stored.slots))
  }

  return {
    /** Reads the stored seals again, after an undone turn. */
    read,
    isSealed: (key: string): boolean => keys.has(key) || (slots.size > 0 && slots.has(slotOf(key))),
    /** Call it inside a turn. */
    seal({ key, slots: list, isSealed }: Sealed): void {
      if (list === null) isSealed ? keys.add(key) : keys.delete(key)
      else for (const slot of slotsIn(list)) isSealed ? slots.add(slot) : slots.delete(slot)
      const stored: Stored = { keys: [...keys], slots: slots.size === 0 ? null : slotsText(slots) }
      set.run(JSON.stringify(stored))
    },
    slots: () => (slots.size === 0 ? null : slotsText(slots)),
  }
}
