import { type BalanceRows, type Books, balanceKey, type OrderRow, type PayoutRow } from '../../src/judge/rules/books.ts'
import type { Collection, Customer, Payout } from '../../src/judge/rules/ledger.ts'
import { collection, payout } from './money.ts'

/** Choices that repeat with their seed. */
export class Chooser {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** A whole number from 0, below a bound. */
  below(bound: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((this.#state / 2 ** 32) * bound)
  }

  of<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.below(choices.length)] ?? choices[0]
  }

  chance(percent: number): boolean {
    return this.below(100) < percent
  }
}

/** What happened to a shop's money, and what its books say of it. */
export class RandomShop {
  readonly collections: Collection[] = []
  readonly payouts: Payout[] = []
  readonly orders: Record<string, Partial<OrderRow> | null> = {}
  readonly withdrawals: Record<string, Partial<PayoutRow> | null> = {}
  readonly sums: Books['sums']
  readonly #choose: Chooser
  readonly #balances = new Map<string, { first: string; from: number; rose: number }>()
  #count = 0

  constructor(seed: number, sums?: Books['sums']) {
    this.#choose = new Chooser(seed)
    this.sums = sums ?? this.#choose.of(['price', 'received'])
  }

  get choose(): Chooser {
    return this.#choose
  }

  get balances(): ReadonlyMap<string, BalanceRows> {
    return new Map(
      [...this.#balances].map(([number, { first, from, rose }]) => [
        balanceKey('test_shop', number),
        {
          first: { reference: first, row: from === 0 && this.#choose.chance(50) ? null : from, text: '' },
          now: { row: this.#dust(from + rose), text: '' },
        },
      ]),
    )
  }

  customer(): Customer {
    const count = ++this.#count
    return { number: `23324${String(count).padStart(7, '0')}`, isPhone: true, name: `Customer ${count}` }
  }

  reference(): string {
    return `r-${++this.#count}`
  }

  collect(customer: Customer, status: Collection['status'], sums: { asked?: number; came?: number } = {}): Collection {
    const stored = collection(this.reference(), status, { ...sums, customer, position: ++this.#count })
    this.collections.push(stored)
    const { number } = customer
    if (!this.#balances.has(number)) {
      this.#balances.set(number, { first: stored.reference, from: this.#choose.of([0, 7.5, 1000]), rose: 0 })
    }
    return stored
  }

  pay(customer: Customer, status: Payout['status'], amount: number): Payout {
    const stored = payout(this.reference(), status, { amount, customer, position: ++this.#count })
    this.payouts.push(stored)
    return stored
  }

  moved(customer: Customer, by: number): void {
    const balance = this.#balances.get(customer.number)
    if (balance !== undefined) balance.rose += by
  }

  /** An order, booked in one of the ways that are right. */
  order(customer = this.customer()): void {
    const { chance, of, below } = this.#bound()
    const price = of([10, 25.5, 0.07])
    const attempts = Array.from({ length: of([1, 1, 2, 3]) }, () => {
      const status = of<Collection['status']>(['COMPLETED', 'COMPLETED', 'FAILED', 'INITIATED', 'PENDING'])
      const came = of([price, price, cents(price * 0.6), cents(price * 1.5), cents(price * 2)])
      return this.collect(customer, status, { asked: price, came })
    })
    if (chance(10)) for (const one of attempts) Object.assign(one, { hasOtherAmount: true })
    const completed = attempts.filter(({ status }) => status === 'COMPLETED')
    const came = completed.reduce((sum, { amountMinor }) => sum + amountMinor / 100, 0)
    const isLeftAlone = attempts[0]?.hasOtherAmount === true && chance(50)
    const credited = isLeftAlone ? 0 : this.#rightCredit(customer, cents(came), price, completed.length)
    const isPaid = this.sums === 'received' && came > 0 && cents(came) !== price ? chance(50) : cents(came) >= price
    const paid = !isLeftAlone && isPaid
    this.moved(customer, credited)
    if (credited === 0 && !paid && attempts.length === 1 && chance(30)) {
      this.orders[attempts[0]?.reference ?? ''] = null
      return
    }
    const order = attempts.length > 1 || chance(50) ? `o-${++this.#count}` : null
    const shared = {
      order,
      price: chance(50) || attempts.some(({ askedMinor }) => askedMinor !== price * 100) ? price : null,
    }
    // One row of the order shows the sum, or each attempt its part of it.
    const last = below(attempts.length)
    const isByAttempt = credited > 0 && attempts.length > 1 && chance(50)
    for (const [index, { reference }] of attempts.entries()) {
      const own = isByAttempt ? (index === last ? credited : 0) : credited
      const isOwnPaid = isByAttempt ? paid && index === last : paid
      this.orders[reference] = { ...shared, paid: isOwnPaid, credited: this.#dust(own) }
    }
  }

  #rightCredit(customer: Customer, came: number, price: number, completed: number): number {
    const { of } = this.#bound()
    if (came === 0 || this.sums === 'received') return came
    if (came < price) {
      const credited = of([0, came])
      if (credited === 0 && this.#choose.chance(30)) this.pay(customer, 'COMPLETED', came)
      return credited
    }
    if (came === price) return price
    const credited = of([price, came])
    if (credited === price && completed > 1) {
      const elsewhere = { number: '0011223344', isPhone: false, name: customer.name.toUpperCase() }
      this.pay(of([customer, elsewhere]), of(['COMPLETED', 'PENDING']), cents(came - price))
    }
    return credited
  }

  /** A withdrawal, tried again until it is sent, given up or still open, and booked in one of the ways that are right. */
  withdrawal(customer: Customer): void {
    const { chance, of } = this.#bound()
    const amount = of([5, 12.34])
    const before = Array.from({ length: of([0, 0, 1, 2]) }, () => of<Payout['status']>(['FAILED', 'refused']))
    const last = of<Payout['status']>(['COMPLETED', 'COMPLETED', 'FAILED', 'INITIATED', 'PENDING', 'refused'])
    const attempts = [...before, last].map((status) => this.pay(customer, status, amount))
    const whole = cents(amount + (chance(50) ? (attempts[0]?.feeMinor ?? 0) / 100 : 0))
    const isTriedAgain = last === 'refused' && chance(50)
    const isUndecided = attempts.length === 1 && last !== 'refused' && chance(10)
    if (isUndecided) for (const one of attempts) Object.assign(one, { hasOtherAmount: true })
    const all: Readonly<Record<Payout['status'], Pick<PayoutRow, 'state'> & { readonly taken: number }>> = {
      COMPLETED: { state: 'sent', taken: whole },
      FAILED: { state: 'failed', taken: 0 },
      INITIATED: { state: 'open', taken: whole },
      PENDING: { state: 'open', taken: whole },
      refused: isTriedAgain ? { state: 'open', taken: whole } : { state: 'failed', taken: 0 },
    }
    const lastRow = isUndecided && chance(50) ? all.PENDING : all[last]
    this.moved(customer, -lastRow.taken)
    const withdrawal = attempts.length > 1 || chance(50) ? `w-${++this.#count}` : null
    const isOfAll = withdrawal !== null && chance(50)
    for (const [index, { reference, status }] of attempts.entries()) {
      const isLast = index === attempts.length - 1
      const own = isOfAll || isLast ? lastRow : all.FAILED
      const mayBeMissing = attempts.length === 1 && own.taken === 0 && (status === 'FAILED' || status === 'refused')
      this.withdrawals[reference] = mayBeMissing && chance(30) ? null : { ...own, withdrawal }
    }
  }

  #bound() {
    const choose = this.#choose
    return {
      chance: (percent: number) => choose.chance(percent),
      below: (bound: number) => choose.below(bound),
      of: <T>(choices: readonly [T, ...T[]]) => choose.of(choices),
    }
  }

  /** A sum as servers that add up fractions show it. */
  #dust(sum: number): number {
    return sum * (1 + this.#choose.of([0, 0, 1, -1]) * 1e-13)
  }
}

function cents(sum: number): number {
  return Math.round(sum * 100) / 100
}
