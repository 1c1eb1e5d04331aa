import { nextTurn } from '../../src/time.ts'
import type { WorldRecord } from '../../src/world-file/records.ts'
import type { OpenedStore } from './opened-store.ts'

/** What an export of a business writes. */
export async function contentsOf(store: OpenedStore, key: string): Promise<readonly WorldRecord[]> {
  const records: WorldRecord[] = []
  await store.contents(key, (record) => records.push(record), nextTurn)
  return records
}

/** Gives a key the world that it has, as a file would. */
export async function importAgain(store: OpenedStore, key: string): Promise<void> {
  const records = await contentsOf(store, key)
  async function* file() {
    for (let from = 0; from < records.length; from += 200) yield records.slice(from, from + 200)
  }
  await store.importWorld(key, file(), { replaces: true, runs: false, giving: (give) => give() })
}
