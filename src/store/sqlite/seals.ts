import type Database from 'better-sqlite3'
import { slotOf, slotsIn, slotsText } from '../../domain/slots.ts'
import type { Sealing } from '../store.ts'
import type { Turn } from './turn.ts'

interface Stored {
  readonly keys: readonly string[]
  readonly slots: string | null
}

/** What is sealed, stored in `meta`: businesses by key, and slots with their unused keys. In memory is what was committed. */
export function createSeals(db: Database.Database) {
  const get = db.prepare<[], string>("SELECT value FROM meta WHERE name = 'sealed'").pluck()
  const set = db.prepare<[string]>("INSERT OR REPLACE INTO meta VALUES ('sealed', ?)")
  let { keys, slots } = stored()

  function stored() {
    const { keys, slots }: Stored = JSON.parse(get.get() ?? '{"keys":[],"slots":null}')
    return { keys: new Set(keys), slots: new Set(slots === null ? [] : slotsIn(slots)) }
  }

  function store({ key, slots: list, isSealed }: Sealing, also: (isNewKey: boolean) => void): void {
    const { keys, slots } = stored()
    also(list === null && isSealed && !keys.has(key))
    if (list === null) isSealed ? keys.add(key) : keys.delete(key)
    else for (const slot of slotsIn(list)) isSealed ? slots.add(slot) : slots.delete(slot)
    set.run(JSON.stringify({ keys: [...keys], slots: listOf(slots) } satisfies Stored))
  }

  return {
    isSealed: (key: string): boolean => keys.has(key) || (slots.size > 0 && slots.has(slotOf(key))),
    slots: () => listOf(slots),
    /** Seals or unseals, in a turn with what else belongs to it, which comes first. */
    async seal(turn: Turn, sealing: Sealing, also: (isNewKey: boolean) => void): Promise<void> {
      await turn.run(() => store(sealing, also))
      ;({ keys, slots } = stored())
    },
  }
}

function listOf(slots: ReadonlySet<number>): string | null {
  return slots.size === 0 ? null : slotsText(slots)
}
