import { toMajor } from '../domain/money.ts'
import type { Probe } from '../domain/probe.ts'
import { isPayout } from '../domain/transaction.ts'
import type { Collection, MoneyChecked } from '../report/money-oracle.ts'
import type { Ask } from '../report/probe.ts'
import type { Store } from '../store/store.ts'

/** Every collection of every business, the oldest of a business first. */
export function collectionsOf(store: Store): readonly Collection[] {
  return store.businesses().flatMap(({ key }) => collectionsIn(store, key))
}

function collectionsIn(store: Store, business: string): readonly Collection[] {
  return store
    .transactions(business, { limit: Number.MAX_SAFE_INTEGER })
    .filter(({ flow }) => !isPayout(flow))
    .map(({ id, reference, status, amountMinor, currency }) => {
      return { business, id, reference, status, amount: toMajor(amountMinor, currency), currency }
    })
    .toReversed()
}

/** Asks a probe about the collections of a running business. One whose webhook is still to come cannot be credited yet. */
export async function checkMoneyOf(
  store: Store,
  key: string,
  { probe, ask }: { readonly probe: Probe; readonly ask: Ask },
): Promise<MoneyChecked> {
  const { checkMoney } = await import('../report/money-oracle.ts')
  const all = collectionsIn(store, key)
  const awaited = all.filter(({ id }) => store.lastWebhook(key, id)?.status === 'pending')
  const { findings, notChecked } = await checkMoney(
    all.filter((collection) => !awaited.includes(collection)),
    probe,
    ask,
  )
  return {
    findings,
    notChecked: [...notChecked, ...awaited.map(({ reference }) => `the webhook of ${reference} is still to come`)],
  }
}
