import { expect, test } from 'vitest'
import type { OrderRow } from '../../../src/judge/rules/books.ts'
import type { Collection } from '../../../src/judge/rules/ledger.ts'
import { evidenceText } from '../../../src/judge/rules/words.ts'
import { collection, judged, payout, type Said, verdictsOn } from '../../support/money.ts'

const paid = (credited: number | null = null) => ({ paid: true, credited })
const open = (credited: number | null = null) => ({ paid: false, credited })
const named = (row: Partial<OrderRow>) => ({ ...row, order: 'o' })

const nothing = [
  ['FAILED', [collection('a', 'FAILED')]],
  ['INITIATED', [collection('a', 'INITIATED')]],
  ['PENDING', [collection('a', 'PENDING')]],
] as const

test.each(nothing)('nothing came, %s: not paid and credited nothing', (_name, collections) => {
  const rule = (row: Partial<OrderRow> | null) => judged({ collections }, { orders: { a: row } })
  for (const row of [open(), open(0), null]) expect(rule(row)).toEqual(['right'])
  for (const row of [paid(), paid(0), paid(10), open(10), open(0.01)]) {
    expect(rule(row)).toEqual(['credited-without-payment'])
  }
})

const one = (came: number, changes: Partial<Collection> = {}) => [collection('a', 'COMPLETED', { came, ...changes })]

test.each<readonly [string, number, Partial<OrderRow> | null, string]>([
  ['less: not paid', 6, open(), 'right'],
  ['less: not paid, credited nothing', 6, open(0), 'right'],
  ['less: not paid, credited what came', 6, open(6), 'right'],
  ['less: not in the books', 6, null, 'right'],
  ['less: goods', 6, paid(), 'paid-short'],
  ['less: goods, credited what came', 6, paid(6), 'paid-short'],
  ['less: goods, credited the price', 6, paid(10), 'paid-short'],
  ['less: credited the price', 6, open(10), 'credited-wrong-amount'],
  ['less: credited twice what came', 6, open(12), 'credited-wrong-amount'],
  ['the price', 10, paid(), 'right'],
  ['the price, credited', 10, paid(10), 'right'],
  ['the price: not paid', 10, open(), 'paid-not-credited'],
  ['the price: not paid, credited', 10, open(10), 'paid-not-credited'],
  ['the price: credited nothing', 10, paid(0), 'paid-not-credited'],
  ['the price: nothing at all', 10, open(0), 'paid-not-credited'],
  ['the price: not in the books', 10, null, 'paid-not-credited'],
  ['the price: twice', 10, paid(20), 'credited-twice'],
  ['the price: nine times', 10, paid(90), 'credited-twice'],
  ['the price: ten times', 10, paid(100), 'credited-wrong-amount'],
  ['the price: twice, the sum before the state', 10, open(20), 'credited-twice'],
  ['the price: another sum', 10, paid(9.99), 'credited-wrong-amount'],
  ['the price: minor units', 10, paid(1000), 'credited-wrong-amount'],
  ['the price: fractions that add up to dust', 10, paid(9.999999999999998), 'right'],
  ['more: credited the price', 20, paid(10), 'right'],
  ['more: credited what came', 20, paid(20), 'right'],
  ['more: not paid', 20, open(20), 'paid-not-credited'],
  ['more: credited nothing', 20, paid(0), 'paid-not-credited'],
  ['more: a multiple of the price', 20, paid(30), 'credited-twice'],
  ['more: a multiple of what came', 25, paid(50), 'credited-twice'],
  ['more: another sum', 20, paid(15), 'credited-wrong-amount'],
])('one collection of 10 %s', (_name, came, row, rule) => {
  expect(judged({ collections: one(came) }, { orders: { a: row } })).toEqual([rule])
})

test.each<readonly [number, Partial<OrderRow>, string]>([
  [6, paid(6), 'right'],
  [6, open(6), 'right'],
  [6, open(0), 'credited-wrong-amount'],
  [6, paid(10), 'credited-wrong-amount'],
  [6, paid(), 'right'],
  [10, paid(10), 'right'],
  [10, open(10), 'paid-not-credited'],
  [10, paid(20), 'credited-twice'],
  [20, open(20), 'right'],
  [20, paid(20), 'right'],
  [20, paid(10), 'credited-wrong-amount'],
  [20, paid(0), 'paid-not-credited'],
  [20, paid(40), 'credited-twice'],
])('a wallet that asked for 10 and received %d with %j is %s', (came, row, rule) => {
  expect(judged({ collections: one(came) }, { sums: 'received', orders: { a: row } })).toEqual([rule])
})

test.each<readonly [string, Partial<OrderRow>, Partial<OrderRow>, string]>([
  ['and given up', open(0), paid(10), 'right'],
  ['and given up by one order of both', named(paid(10)), named(paid(10)), 'right'],
  ['and credited as well', named(paid(20)), named(paid(20)), 'right'],
  ['and credited twice', named(paid(40)), named(paid(40)), 'credited-twice'],
  ['and all is forgotten', named(open(0)), named(open(0)), 'paid-not-credited'],
])('an account whose number was lost is paid, another one is opened: %s', (_name, a, b, rule) => {
  const collections = [collection('a', 'COMPLETED', { isNumberLost: true }), collection('b', 'COMPLETED')]
  expect([...new Set(judged({ collections }, { orders: { a, b } }))]).toEqual([rule])
})

test('the price of the probe is the order’s', () => {
  const rule = (row: Partial<OrderRow>) => judged({ collections: one(6) }, { orders: { a: { price: 6, ...row } } })
  expect(rule(paid(6))).toEqual(['right'])
  expect(rule(open(6))).toEqual(['paid-not-credited'])
  expect(judged({ collections: one(10) }, { orders: { a: { ...paid(10), price: 12 } } })).toEqual(['paid-short'])
})

const twoOf = (second: Collection['status']) => [collection('a', 'COMPLETED'), collection('b', second)]

test.each<readonly [string, Collection['status'], Partial<OrderRow>, Partial<OrderRow>, string]>([
  ['one of two attempts came', 'FAILED', paid(10), paid(10), 'right'],
  ['one of two attempts came, each with its own sum', 'FAILED', paid(10), open(0), 'right'],
  ['one of two attempts came, credited twice', 'FAILED', paid(20), paid(20), 'credited-twice'],
  ['both came, the order is credited both', 'COMPLETED', paid(20), paid(20), 'right'],
  ['both came, credited one each', 'COMPLETED', paid(15), paid(5), 'right'],
  ['both came, the books know of one', 'COMPLETED', paid(10), paid(10), 'charged-twice'],
  ['both came, the books know of one and it is not paid', 'COMPLETED', open(10), open(10), 'charged-twice'],
  ['both came, without a sum', 'COMPLETED', paid(), paid(), 'right'],
  ['both came, without a sum and not paid', 'COMPLETED', open(), open(), 'paid-not-credited'],
  ['both came, credited twice', 'COMPLETED', paid(40), paid(40), 'credited-twice'],
  ['both came, credited nothing', 'COMPLETED', paid(0), paid(0), 'paid-not-credited'],
  ['both came, another sum', 'COMPLETED', paid(7), paid(7), 'credited-wrong-amount'],
])('several collections of one order: %s', (_name, second, a, b, rule) => {
  expect(judged({ collections: twoOf(second) }, { orders: { a: named(a), b: named(b) } })).toEqual([rule])
})

test('an order that was charged twice is right once a payout pays the rest back', () => {
  const books = { a: named(paid(10)), b: named(paid(10)) }
  const rule = (...payouts: readonly ReturnType<typeof payout>[]) =>
    judged({ collections: twoOf('COMPLETED'), payouts }, { orders: books })
  expect(rule(payout('p', 'COMPLETED', { amount: 10 }))).toEqual(['right'])
  expect(rule(payout('p', 'PENDING', { amount: 6 }), payout('q', 'COMPLETED', { amount: 4 }))).toEqual(['right'])
  const elsewhere = { number: '0012345', isPhone: false, name: 'AMA MENSAH' }
  expect(rule(payout('p', 'COMPLETED', { amount: 10, customer: elsewhere }))).toEqual(['right'])
  const bank = payout('p', 'COMPLETED', {
    amount: 10,
    customer: { number: '0012345', isPhone: false, name: 'Ama B. Mensah' },
  })
  expect(rule(bank)).toEqual(['charged-twice'])
  const withPayouts = { orders: books, payouts: {} }
  expect(judged({ collections: twoOf('COMPLETED'), payouts: [bank] }, withPayouts)).toEqual(['right', 'right'])
  const other = { number: '233200000000', isPhone: true, name: 'Kofi' }
  for (const wrong of [
    payout('p', 'FAILED', { amount: 10 }),
    payout('p', 'COMPLETED', { amount: 9 }),
    payout('p', 'COMPLETED', { amount: 10, customer: other }),
  ]) {
    expect(rule(wrong)).toEqual(['charged-twice'])
  }
})

test('an order that the books do not have is right once payouts that are no withdrawals send all of it back', () => {
  const rules = (said: Said, ...amounts: readonly number[]) =>
    judged(
      { collections: one(10), payouts: amounts.map((amount, at) => payout(`p${at}`, 'COMPLETED', { amount })) },
      { orders: { a: open(0) }, payouts: {}, ...said },
    )
  expect(rules({}, 10)).toEqual(['right', 'right'])
  expect(rules({}, 4, 6)).toEqual(['right', 'right', 'right'])
  expect(rules({}, 9)).toEqual(['paid-not-credited', 'sent-and-given-back'])
  expect(rules({ orders: { a: open(3) } }, 10)).toEqual(['credited-wrong-amount', 'sent-and-given-back'])
  const withdrawal = { state: 'sent', taken: 10 } as const
  expect(rules({ payouts: { p0: withdrawal } }, 10)).toEqual(['paid-not-credited', 'right'])
  const books = { orders: { a: open(0) } }
  const failed = { collections: one(10), payouts: [payout('p', 'FAILED', { amount: 10 })] }
  expect(judged(failed, books)).toEqual(['paid-not-credited'])
  // Without payouts in the probe it may be a withdrawal.
  const sent = { collections: one(10), payouts: [payout('p', 'COMPLETED', { amount: 10 })] }
  expect(judged(sent, books)).toEqual(['not checked: may-be-refunded'])
  expect(judged(sent, { ...books, sums: 'received' })).toEqual(['paid-not-credited'])
})

test('after a webhook with another amount an order that is left alone is right, and the false sum never', () => {
  const rule = (row: Partial<OrderRow> | null) =>
    judged({ collections: one(10, { hasOtherAmount: true }) }, { orders: { a: row } })
  for (const row of [open(0), open(), paid(10), paid(), null]) expect(rule(row)).toEqual(['right'])
  expect(rule(paid(100))).toEqual(['credited-wrong-amount'])
  expect(rule(paid(0))).toEqual(['paid-not-credited'])
})

test('what the books cannot decide is not checked', () => {
  const rule = (collections: readonly Collection[], orders: Readonly<Record<string, object>>) =>
    judged({ collections }, { orders })
  const wrong = { a: paid(99), b: paid(99) }
  expect(rule(one(10, { awaits: 'webhook' }), wrong)).toEqual(['not checked: awaited'])
  expect(rule(one(10, { isMisled: true }), wrong)).toEqual(['not checked: misled'])
  expect(rule(one(10), { a: { unasked: 'gone' } })).toEqual(['not checked: unasked'])
  const both = twoOf('COMPLETED')
  expect(rule(both, { a: { ...paid(99), order: 'o', price: 1 }, b: { ...paid(99), order: 'o', price: 2 } })).toEqual([
    'not checked: prices',
  ])
  const naira = [collection('a', 'COMPLETED'), collection('b', 'COMPLETED', { currency: 'NGN' })]
  expect(rule(naira, { a: named(paid(99)), b: named(paid(99)) })).toEqual(['not checked: currencies'])
  const elsewhere = [collection('a', 'COMPLETED'), collection('a', 'FAILED', { business: 'test_other' })]
  expect(rule(elsewhere, wrong)).toEqual(['not checked: two-businesses', 'not checked: two-businesses'])
  // The second may belong to the order of the first.
  expect(rule(both, { a: named(paid(20)), b: { unasked: 'gone' } })).toEqual([
    'not checked: unasked',
    'not checked: unasked',
  ])
  // An attempt that is not over holds back the verdict about the whole order.
  const second = [collection('a', 'COMPLETED'), collection('b', 'PENDING', { awaits: 'step' })]
  expect(rule(second, { a: named(paid(20)), b: named(paid(20)) })).toEqual(['not checked: awaited'])
})

test('evidence names the order, what the ledger has, what the books say, and the answer', () => {
  const text = (came: number, row: Partial<OrderRow> | null) =>
    verdictsOn({ collections: one(came) }, { orders: { a: row } }).map(evidenceText)[0]
  expect(text(10, paid(20))).toBe(
    'a was credited 20 GHS; its transaction is COMPLETED with 10 GHS. The probe answered: {"paid":true,"credited":20}',
  )
  expect(text(10, paid(1000))).toContain('a was credited 1000 GHS (100 times: minor units?); its transaction')
  expect(text(6, paid(0.06))).toContain('credited 0.06 GHS (100 times: minor units?)')
  expect(text(6, paid())).toBe(
    'a is paid; its price is 10 GHS; its transaction is COMPLETED with 6 GHS. The probe answered: {"paid":true,"credited":null}',
  )
  expect(text(10, open(10))).toContain('a is not paid and was credited 10 GHS; its transaction is COMPLETED')
  expect(text(10, null)).toBe(
    'a is not in the books; its transaction is COMPLETED with 10 GHS. The probe answered: null',
  )
  const two = verdictsOn({ collections: twoOf('COMPLETED') }, { orders: { a: named(paid(10)), b: named(paid(10)) } })
  expect(two.map(evidenceText)).toEqual([
    'order o (a, b) was credited 10 GHS; its price is 10 GHS; its transactions are COMPLETED with 10 GHS and COMPLETED with 10 GHS. The probe answered: {"paid":true,"credited":10,"order":"o"}',
  ])
})
