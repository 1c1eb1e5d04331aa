import type { Store } from '../../store/store.ts'
import { sleep } from '../../time.ts'
import { type BookAnswer, balanceKey } from '../rules/books.ts'
import type { Customer } from '../rules/ledger.ts'
import { answerTo } from './answer-to.ts'
import type { Probe } from './probe.ts'

/** How long a create call waits, in real milliseconds: a server with one worker can answer only after it. */
const waitMs = 500

interface First {
  /** Of the collection before which it was asked; null if that was before the run. */
  readonly reference: string | null
  readonly answer: Promise<BookAnswer<number>>
  /** True once the collection is being created. */
  isCreating: boolean
}

/** The balance of each customer before the run, or before the first collection of it. */
export class FirstBalances {
  readonly #ask: NonNullable<Probe['balance']>
  readonly #store: Pick<Store, 'business' | 'counts'>
  readonly #firsts = new Map<string, First>()

  constructor(ask: NonNullable<Probe['balance']>, store: Pick<Store, 'business' | 'counts'>) {
    this.#ask = ask
    this.#store = store
  }

  /** Asks for the balance of a customer before the run. */
  async beforeRun(business: string, customer: Customer): Promise<void> {
    const first = this.#asked(business, customer, null)
    this.#firsts.set(this.#keyOf(business, customer.number), first)
    await first.answer
  }

  /** Creates a collection; if it is the first of the customer, the balance is asked before. */
  async before<T>(business: string, customer: Customer, reference: string, create: () => Promise<T>): Promise<T> {
    const key = this.#keyOf(business, customer.number)
    const known = this.#firsts.get(key)
    const first = known ?? this.#asked(business, customer, reference)
    this.#firsts.set(key, first)
    const waited = new AbortController()
    await Promise.race([first.answer, sleep(waitMs, waited.signal)])
    waited.abort()
    first.isCreating = true
    try {
      return await create()
    } catch (error) {
      // Nothing was stored, so the next collection is the first.
      if (known === undefined) this.#firsts.delete(key)
      throw error
    }
  }

  /** Returns what was answered, or undefined if nothing was asked since the last reset of the business. */
  async of(
    business: string,
    number: string,
  ): Promise<(BookAnswer<number> & { readonly reference: string | null }) | undefined> {
    const first = this.#firsts.get(this.#keyOf(business, number))
    return first && { ...(await first.answer), reference: first.reference }
  }

  forget(): void {
    this.#firsts.clear()
  }

  #asked(business: string, customer: Customer, reference: string | null): First {
    const finalsBefore = this.#finalsOf(business)
    const answer = answerTo(customer, this.#ask).then((answered) => {
      // A late answer may contain a credit already.
      const isLate = first.isCreating && this.#finalsOf(business) !== finalsBefore
      return isLate
        ? { unasked: { why: `the balance of ${customer.number} was answered after a transaction was final` } }
        : answered
    })
    const first: First = { reference, answer, isCreating: false }
    return first
  }

  #finalsOf(business: string): number {
    const { COMPLETED, FAILED } = this.#store.counts(business).transactions
    return COMPLETED + FAILED
  }

  #keyOf(business: string, number: string): string {
    return `${this.#store.business(business).epoch} ${balanceKey(business, number)}`
  }
}
