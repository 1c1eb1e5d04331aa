import {
  type BalanceRows,
  type BookAnswer,
  type BookAnswers,
  type Books,
  balanceKey,
  type Unasked,
} from '../rules/books.ts'
import type { Collection, Ledger, Payout } from '../rules/ledger.ts'
import { answerTo } from './answer-to.ts'
import type { FirstBalances } from './first-balances.ts'
import type { Asking, Probe, ProbeRead } from './probe.ts'

/** How many questions are asked at once. */
const lanes = 4

export interface BooksQuestion {
  readonly probe: Probe
  readonly firsts: FirstBalances | null
}

type Transactions = readonly (Collection | Payout)[]

/** Asks about all of a ledger. What was answered before and is not answered again stays. */
export async function askBooks(
  { collections, payouts }: Ledger,
  { probe, firsts }: BooksQuestion,
  before: Books | null = null,
): Promise<Books> {
  const { sums, orders, payouts: ofPayouts, balance } = probe
  return {
    sums,
    orders: orders && (await askRows(collections, orders, before?.orders)),
    payouts: ofPayouts && (await askRows(payouts, ofPayouts, before?.payouts)),
    balances: balance && firsts && (await askBalances([...collections, ...payouts], { ask: balance, firsts }, before)),
  }
}

/** Asks about a transaction that is not at rest only if its row may name the order of another. */
async function askRows<Row>(
  all: Transactions,
  { isGrouped, ask }: Asking<Row>,
  before: BookAnswers<Row> | null | undefined,
): Promise<BookAnswers<Row>> {
  const atRest = all.filter(({ awaits }) => awaits === null)
  const asked = isGrouped && atRest.length > 0 ? all : atRest
  const names = new Set(asked.map(({ reference }) => reference))
  return { isGrouped, byReference: await answersOf(names, ask, before?.byReference) }
}

async function askBalances(
  all: Transactions,
  { ask, firsts }: { readonly ask: NonNullable<Probe['balance']>; readonly firsts: FirstBalances },
  before: Books | null,
): Promise<ReadonlyMap<string, BalanceRows>> {
  const balances = new Map(before?.balances)
  const customers = new Map(all.map(({ customer }) => [customer.number, customer]))
  const now = await answersOf(new Set(customers.keys()), (number) => ask(customers.get(number) ?? { number }))
  for (const { business, customer } of all) {
    const first = await firsts.of(business, customer.number)
    const answer = now.get(customer.number)
    if (first !== undefined && answer !== undefined) {
      balances.set(balanceKey(business, customer.number), { first, now: answer })
    }
  }
  return balances
}

/** Asks about each name. Once nothing answers, the others are not asked. */
async function answersOf<Row>(
  names: ReadonlySet<string>,
  ask: (name: string) => Promise<ProbeRead<Row>>,
  before: ReadonlyMap<string, BookAnswer<Row>> = new Map(),
): Promise<ReadonlyMap<string, BookAnswer<Row>>> {
  const answers = new Map(before)
  const left = names.values()
  let unreachable: Unasked | null = null
  const work = async () => {
    for (const name of left) {
      const answer = unreachable === null ? await answerTo(name, ask) : { unasked: unreachable }
      if ('unasked' in answer && answer.isUnreachable) unreachable = answer.unasked
      if (!('unasked' in answer) || !answers.has(name)) answers.set(name, answer)
    }
  }
  await Promise.all(Array.from({ length: lanes }, work))
  return answers
}
