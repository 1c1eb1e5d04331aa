import type { Store } from '../../store/store.ts'
import { refusal } from '../../words/errors.ts'

/** Each commit is written to every stream of its business: more of them would hold others up. */
const mostOfKey = 100
const mostOfAll = 1000

const byStore = new WeakMap<Store, Map<string, number>>()

/** Throws a refusal if a business, or the sandbox, has as many open streams as there may be. */
export function refuseStream(store: Store, key: string): void {
  const open = byStore.get(store)
  const all = [...(open?.values() ?? [])].reduce((sum, count) => sum + count, 0)
  if ((open?.get(key) ?? 0) >= mostOfKey) throw refusal({ why: 'quota', of: 'streams', most: mostOfKey })
  if (all >= mostOfAll) throw refusal({ why: 'quota', of: 'all-streams', most: mostOfAll })
}

/** Counts a stream of a business; what it returns ends the count. */
export function countStream(store: Store, key: string): () => void {
  const open = byStore.get(store) ?? new Map<string, number>()
  byStore.set(store, open)
  open.set(key, (open.get(key) ?? 0) + 1)
  return () => {
    const left = (open.get(key) ?? 1) - 1
    if (left > 0) open.set(key, left)
    else open.delete(key)
  }
}
