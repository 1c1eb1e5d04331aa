import { isDeepStrictEqual } from 'node:util'
import { type Intent, isPayout } from '../../domain/transaction.ts'
import type { Store } from '../../store/store.ts'
import { FirstBalances } from '../books/first-balances.ts'
import type { Probe } from '../books/probe.ts'
import { checkMoney } from './check-money.ts'
import { type BusinessMoney, customerOf, ledgerOf } from './read-ledger.ts'
import { type PayoutCall, refusedPayouts } from './refused-payouts.ts'
import { type MoneyChecked, reported } from './reported.ts'
import { twoBooks } from './two-books.ts'

export interface OracleTools {
  readonly store: Store
  readonly probe: Probe
  /** Create calls of payouts that are remembered; `after` leaves out calls up to that number. */
  readonly payoutCalls: (business: string, after: number) => readonly PayoutCall[]
  /** The ids of the transactions of a business whose caller was gone before the reply. */
  readonly unanswered: (business: string) => readonly string[]
  /** The businesses of the calls that are remembered, and the number of the last call. */
  readonly called: () => ReadonlySet<string>
  readonly lastCall: () => number
}

/** How often a ledger is read again that changed while the books were asked. */
const mostReads = 3

/** A transaction of a run, by its business and reference. */
export interface OrderedReference {
  readonly key: string
  readonly reference: string
}

/** Compares the money of a run with the merchant's books. */
export class Oracle {
  readonly #tools: OracleTools
  readonly #firsts: FirstBalances | null
  #runBegan = 0

  constructor(tools: OracleTools) {
    this.#tools = tools
    this.#firsts = tools.probe.balance && new FirstBalances(tools.probe.balance, tools.store)
  }

  /** Creates a transaction. Before the first collection of a customer the balance is asked. */
  async beside<T>(key: string, intent: Intent, create: () => Promise<T>): Promise<T> {
    if (this.#firsts === null || isPayout(intent.flow)) return create()
    return this.#firsts.before(key, customerOf(intent), intent.reference, create)
  }

  /** Asks for the balance of a customer before the run that begins: a shop takes the money of a payout before its create call. */
  async knowBalance(key: string, known: Pick<Intent, 'customer' | 'currency'>): Promise<void> {
    await this.#firsts?.beforeRun(key, customerOf(known))
  }

  /** Begins another run: what was before is not judged with it. */
  beginRun(): void {
    this.#runBegan = this.#tools.lastCall()
    this.#firsts?.forget()
  }

  /** Judges some businesses as they are; with none named, all. */
  async check(keys: readonly string[] = this.#everyBusiness()): Promise<MoneyChecked> {
    const { store } = this.#tools
    return this.#checked(() =>
      keys.map((business) => ({
        business,
        transactions: store.transactions(business, { limit: Number.MAX_SAFE_INTEGER }).toReversed(),
      })),
    )
  }

  /** Judges the transactions of the run that began last. */
  async checkRun(orders: readonly OrderedReference[], patienceMs?: number): Promise<MoneyChecked> {
    const { store } = this.#tools
    return this.#checked(() => {
      const keys = new Set([...orders.map(({ key }) => key), ...this.#called()])
      return [...keys].map((business) => ({
        business,
        transactions: orders
          .filter(({ key }) => key === business)
          .flatMap(({ reference }) => store.transactions(business, { reference, limit: 1 })),
      }))
    }, patienceMs)
  }

  /** Books may already have what a server did after the ledger was read, so it is read again before anything is wrong. */
  async #checked(
    read: () => readonly Omit<BusinessMoney, 'refused' | 'unanswered'>[],
    patienceMs?: number,
  ): Promise<MoneyChecked> {
    const { store, probe, unanswered } = this.#tools
    const ledgerNow = () =>
      ledgerOf(
        store,
        read().map((one) => ({
          ...one,
          refused: this.#refused(one.business),
          unanswered: unanswered(one.business),
        })),
      )
    for (let left = mostReads; ; left--) {
      const ledger = ledgerNow()
      const verdicts = await checkMoney(ledger, { probe, firsts: this.#firsts }, patienceMs)
      const isWrong = verdicts.some(({ verdict }) => verdict === 'wrong')
      if (!isWrong || left === 0 || isDeepStrictEqual(ledgerNow(), ledger)) {
        return reported(verdicts, (verdict) => twoBooks(store, verdict))
      }
    }
  }

  #refused(business: string) {
    const { store, probe, payoutCalls } = this.#tools
    if (probe.payouts === null) return []
    return refusedPayouts(business, payoutCalls(business, this.#runBegan), store.business(business).settings)
  }

  #everyBusiness(): readonly string[] {
    return [...new Set([...this.#tools.store.businesses().map(({ key }) => key), ...this.#called()])]
  }

  /** Businesses whose payouts were refused may have stored nothing. */
  #called(): Iterable<string> {
    return this.#tools.probe.payouts === null ? [] : this.#tools.called()
  }
}
