import { expect, test } from 'vitest'
import type { Collection, Customer, Payout } from '../../../src/judge/rules/ledger.ts'
import { evidenceText } from '../../../src/judge/rules/words.ts'
import { type Said, shortly, verdictsOn } from '../../support/money.ts'
import { RandomShop } from '../../support/random-shop.ts'

/** A shop with several right customers. */
function rightShop(seed: number): RandomShop {
  const shop = new RandomShop(seed)
  for (let count = shop.choose.below(4); count >= 0; count--) {
    const customer = shop.customer()
    for (let orders = shop.choose.below(3); orders >= 0; orders--) shop.order(customer)
    for (let payouts = shop.choose.below(3); payouts > 0; payouts--) shop.withdrawal(customer)
  }
  return shop
}

function verdictsOf(shop: RandomShop) {
  const { orders, withdrawals: payouts, balances, sums } = shop
  const said: Said = {
    sums,
    ...(shop.choose.chance(80) ? { orders } : {}),
    ...(shop.choose.chance(80) ? { payouts } : {}),
    balances: shop.choose.chance(50) ? balances : null,
  }
  return verdictsOn(shop, said)
}

/** `SHOP_SEEDS` plays more. */
const seeds = Array.from({ length: Number(process.env.SHOP_SEEDS ?? 200) }, (_, index) => index + 1)

test('a right shop is never accused', () => {
  const counts: Record<string, number> = {}
  for (const seed of seeds) {
    const verdicts = verdictsOf(rightShop(seed))
    const wrong = verdicts
      .filter(({ verdict }) => verdict === 'wrong')
      .map((one) => `${shortly(one)}: ${evidenceText(one)}`)
    expect(wrong, `seed ${seed}`).toEqual([])
    for (const verdict of verdicts) counts[shortly(verdict)] = (counts[shortly(verdict)] ?? 0) + 1
  }
  // Silence would be right too, so most of it must be judged.
  const all = Object.values(counts).reduce((sum, one) => sum + one, 0)
  expect((counts.right ?? 0) / all, JSON.stringify(counts)).toBeGreaterThan(0.85)
})

interface Mistaken {
  readonly shop: RandomShop
  readonly customer: Customer
}

const price = 10

/** One more order of a shop, with its row. */
function booked(
  { shop, customer }: Mistaken,
  collected: readonly (readonly [Collection['status'], number])[],
  row: { readonly paid: boolean; readonly credited: number },
): void {
  for (const [status, came] of collected) {
    const { reference } = shop.collect(customer, status, { asked: price, came })
    shop.orders[reference] = { ...row, order: customer.name }
  }
  shop.moved(customer, row.credited)
}

function sent({ shop, customer }: Mistaken, status: Payout['status'], row: object | null, count = 1): void {
  for (let index = 0; index < count; index++) {
    const { reference } = shop.pay(customer, status, 5)
    shop.withdrawals[reference] = row && { ...row, withdrawal: customer.name }
  }
}

const whole = [['COMPLETED', price]] as const

const mistakes: Readonly<Record<string, readonly [rule: string, (mistaken: Mistaken) => void]>> = {
  'credits what failed': [
    'credited-without-payment',
    (it) => booked(it, [['FAILED', price]], { paid: true, credited: price }),
  ],
  'gives out what is open': [
    'credited-without-payment',
    (it) => booked(it, [['PENDING', price]], { paid: true, credited: 0 }),
  ],
  'gives out for less': ['paid-short', (it) => booked(it, [['COMPLETED', 6]], { paid: true, credited: 6 })],
  'credits the price of less': [
    'credited-wrong-amount',
    (it) => booked(it, [['COMPLETED', 6]], { paid: false, credited: price }),
  ],
  'forgets what was paid': ['paid-not-credited', (it) => booked(it, whole, { paid: false, credited: 0 })],
  'credits every copy': [
    'credited-twice',
    (it) => booked(it, whole, { paid: true, credited: price * (2 + it.shop.choose.below(8)) }),
  ],
  'charges twice': ['charged-twice', (it) => booked(it, [...whole, ...whole], { paid: true, credited: price })],
  'counts in minor units': ['credited-wrong-amount', (it) => booked(it, whole, { paid: true, credited: 100 * price })],
  'believes the webhook’s sum': [
    'credited-wrong-amount',
    (it) => booked(it, whole, { paid: true, credited: 10 * price }),
  ],
  'gives back on a time-out': ['sent-and-given-back', (it) => sent(it, 'COMPLETED', { state: 'failed', taken: 0 })],
  'does not know its payout': ['sent-and-given-back', (it) => sent(it, 'COMPLETED', null)],
  'shows a sent one as failed': ['told-failed', (it) => sent(it, 'COMPLETED', { state: 'failed', taken: 5 })],
  'takes twice': ['taken-twice', (it) => sent(it, 'COMPLETED', { state: 'sent', taken: 10 })],
  'keeps what failed': ['not-given-back', (it) => sent(it, 'FAILED', { state: 'failed', taken: 5 })],
  'gives back on each webhook': [
    'given-back-twice',
    (it) => sent(it, 'FAILED', { state: 'failed', taken: -5 * (1 + it.shop.choose.below(3)) }),
  ],
  'shows a failed one as sent': ['told-sent', (it) => sent(it, 'FAILED', { state: 'sent', taken: 0 })],
  'shows it as sent on the reply': [
    'told-too-early',
    (it) => sent(it, it.shop.choose.of(['INITIATED', 'PENDING']), { state: 'sent', taken: 5 }),
  ],
  'gives back what is open': ['given-back-while-open', (it) => sent(it, 'PENDING', { state: 'failed', taken: 0 })],
  'keeps what was refused': ['kept-after-refusal', (it) => sent(it, 'refused', { state: 'failed', taken: 5 })],
  'shows a refused one as sent': ['told-sent', (it) => sent(it, 'refused', { state: 'sent', taken: 5 })],
  'pays out again': ['paid-out-twice', (it) => sent(it, 'COMPLETED', { state: 'sent', taken: 5 }, 2)],
  'loses an update of the balance': [
    'balance-wrong',
    (it) => {
      booked(it, whole, { paid: true, credited: price })
      const { reference } = it.shop.collect(it.customer, 'COMPLETED', { asked: price })
      it.shop.orders[reference] = { paid: true, credited: price, order: `${it.customer.name} again` }
    },
  ],
}

test.each(Object.entries(mistakes))('a shop that %s is always named', (_name, [rule, make]) => {
  for (const seed of seeds.slice(0, 200)) {
    const shop = new RandomShop(seed, 'price')
    for (let orders = shop.choose.below(3); orders >= 0; orders--) shop.order()
    make({ shop, customer: { number: '233249999999', isPhone: true, name: 'The one' } })
    const { sums, orders, withdrawals: payouts, balances } = shop
    const wrong = verdictsOn(shop, { sums, orders, payouts, balances }).filter(({ verdict }) => verdict === 'wrong')
    expect(wrong.map(shortly), `seed ${seed}`).toEqual([rule])
  }
})
