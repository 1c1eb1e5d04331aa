import { toMajor } from '../domain/money.ts'
import { isPayout } from '../domain/transaction.ts'
import type { Collection } from '../report/money-oracle.ts'
import type { Store } from '../store/store.ts'

/** Every collection of every business, the oldest of a business first. */
export function collectionsOf(store: Store): readonly Collection[] {
  return store.businesses().flatMap(({ key: business }) =>
    store
      .transactions(business, { limit: Number.MAX_SAFE_INTEGER })
      .filter(({ flow }) => !isPayout(flow))
      .map(({ id, reference, status, amountMinor, currency }) => {
        return { business, id, reference, status, amount: toMajor(amountMinor, currency), currency }
      })
      .toReversed(),
  )
}
