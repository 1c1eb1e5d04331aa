import { toMajor } from '../domain/money.ts'
import type { Probe } from '../domain/probe.ts'
import { isPayout, type Status, type Transaction } from '../domain/transaction.ts'
import type { Store } from '../store/store.ts'
import { type Ask, askProbe, NotChecked, type ProbeAnswer } from './probe.ts'
import type { Finding } from './report.ts'

/** A collection in the sandbox's ledger. Payouts credit no order. */
export interface Collection {
  readonly business: string
  readonly id: string
  readonly reference: string
  readonly status: Status
  /** In major units. */
  readonly amount: number
  readonly currency: string
}

/** Every collection of a business, the oldest first. */
export function collectionsOf(store: Store, business: string): readonly Collection[] {
  return store
    .transactions(business, { limit: Number.MAX_SAFE_INTEGER })
    .flatMap((transaction) => (isPayout(transaction.flow) ? [] : [collectionIn(business, transaction)]))
    .toReversed()
}

export function collectionIn(
  business: string,
  { id, reference, status, amountMinor, currency }: Transaction,
): Collection {
  return { business, id, reference, status, amount: toMajor(amountMinor, currency), currency }
}

/** What can be wrong with the money of an order. Each fails a run, also one without `--fail-on`. */
export const moneyFaults = [
  'credited-twice',
  'credited-wrong-amount',
  'credited-without-payment',
  'paid-not-credited',
] as const
export type MoneyFault = (typeof moneyFaults)[number]

/** Returns what is wrong, or null: a completed collection is paid and credited once with its amount, any other is not paid and credited nothing. */
export function moneyFault({ status, amount }: Collection, { paid, credited }: ProbeAnswer): MoneyFault | null {
  if (status !== 'COMPLETED') return paid || (credited ?? 0) !== 0 ? 'credited-without-payment' : null
  if (!paid || credited === 0) return 'paid-not-credited'
  if (credited === null || isSame(credited, amount)) return null
  const times = Math.round(credited / amount)
  return times > 1 && isSame(credited, times * amount) ? 'credited-twice' : 'credited-wrong-amount'
}

/** Servers add up sums as fractions: 5.35 three times is 16.049999999999997. No currency has a smaller part. */
function isSame(one: number, other: number): boolean {
  return Math.abs(one - other) < 0.0001
}

/** The errors about money that a probe found, and why some orders could not be checked. */
export interface MoneyChecked {
  readonly findings: readonly Finding[]
  readonly notChecked: readonly string[]
}

/** Asks for every collection of a run, one after the other. */
export async function checkMoney(collections: readonly Collection[], probe: Probe, ask: Ask): Promise<MoneyChecked> {
  const findings: Finding[] = []
  const notChecked = new Set<string>()
  for (const collection of collections) {
    try {
      const answer = await askProbe(probe, collection.reference, ask)
      const fault = moneyFault(collection, answer)
      if (fault !== null) findings.push(findingOf(collection, fault, answer))
    } catch (error) {
      if (!(error instanceof NotChecked)) throw error
      notChecked.add(error.message)
      // A server that is gone answers none of the others either.
      if (error.message.includes('cannot be asked')) break
    }
  }
  return { findings, notChecked: [...notChecked] }
}

/** The same for a running business. Orders whose webhook is still to come are left out. */
export async function checkMoneyOf(
  store: Store,
  key: string,
  { probe, ask }: { readonly probe: Probe; readonly ask: Ask },
): Promise<MoneyChecked> {
  const isAwaited = ({ id }: Collection) => store.lastWebhook(key, id)?.status === 'pending'
  const all = collectionsOf(store, key)
  const { findings, notChecked } = await checkMoney(
    all.filter((collection) => !isAwaited(collection)),
    probe,
    ask,
  )
  const awaited = all.filter(isAwaited).map(({ reference }) => `the webhook of ${reference} is still to come`)
  return { findings, notChecked: [...notChecked, ...awaited] }
}

/** Describes what happened to the money, as the end of a sentence about the order. */
export function moneyText({ status, amount, currency }: Collection, { paid, credited }: ProbeAnswer): string {
  const said = paid ? 'is paid' : 'is not paid'
  const sum = `was credited ${credited} ${currency}`
  const isAsExpected = paid === (status === 'COMPLETED')
  const has = credited === null ? said : isAsExpected ? sum : `${said} and ${sum}`
  return `${has}; its transaction is ${status}${status === 'COMPLETED' ? ` with ${amount} ${currency}` : ''}`
}

function findingOf(collection: Collection, rule: MoneyFault, answer: ProbeAnswer): Finding {
  const { business, id: transactionId, reference } = collection
  const evidence = `${reference} ${moneyText(collection, answer)}. The probe answered: ${answer.text}`
  return { level: 'error', rule, business, transactionId, evidence, section: 'spec 3, 6' }
}
