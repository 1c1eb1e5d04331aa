import { expect, test } from 'vitest'
import type { BookAnswer } from '../../../src/judge/rules/books.ts'
import type { Collection, Payout } from '../../../src/judge/rules/ledger.ts'
import { evidenceText, whyText } from '../../../src/judge/rules/words.ts'
import { collection, payout, type Said, shortly, verdictsOn } from '../../support/money.ts'

const first = (reference: string, row: number | null) => ({ reference, row, text: String(row) })
const ama = 'test_shop 233241234567'

interface Case {
  readonly collections?: readonly Collection[]
  readonly payouts?: readonly Payout[]
  /** What the balance rose by, from 100. */
  readonly rose: number
  readonly said?: Said
}

function balanceOf({ collections = [collection('a', 'COMPLETED')], payouts = [], rose, said = {} }: Case) {
  const now: BookAnswer<number> = { row: 100 + rose, text: String(100 + rose) }
  const balances = new Map([[ama, { first: first('a', 100), now }]])
  const verdicts = verdictsOn({ collections, payouts }, { balances, ...said })
  return verdicts.filter(({ about }) => about === 'balance').map(shortly)
}

const two = [collection('a', 'COMPLETED'), collection('b', 'COMPLETED', { position: 2 })]

test.each<readonly [string, Case, string]>([
  ['one credit', { rose: 10 }, 'right'],
  ['no credit', { rose: 0 }, 'balance-wrong'],
  ['two credits', { collections: two, rose: 20 }, 'right'],
  ['two credits that both added to the same old balance', { collections: two, rose: 10 }, 'balance-wrong'],
  ['a collection that failed', { collections: [collection('a', 'FAILED')], rose: 0 }, 'right'],
  ['less than the price, left', { collections: [collection('a', 'COMPLETED', { came: 6 })], rose: 0 }, 'right'],
  ['less than the price, credited', { collections: [collection('a', 'COMPLETED', { came: 6 })], rose: 6 }, 'right'],
  ['the price of less', { collections: [collection('a', 'COMPLETED', { came: 6 })], rose: 10 }, 'balance-wrong'],
  ['fractions that add up to dust', { rose: 9.999999999999986 }, 'right'],
  [
    'a payout',
    { payouts: [payout('p', 'COMPLETED')], rose: 5, said: { payouts: { p: { state: 'sent', taken: 5 } } } },
    'right',
  ],
  [
    'a payout with its fee',
    { payouts: [payout('p', 'COMPLETED')], rose: 4.95, said: { payouts: { p: { state: 'sent', taken: 5.05 } } } },
    'right',
  ],
  [
    "a payout with the shop's own fee",
    {
      payouts: [payout('p', 'COMPLETED')],
      rose: 4.5,
      said: { payouts: { p: { state: 'sent', taken: 5.5, fee: 0.5 } } },
    },
    'right',
  ],
  [
    'a payout without the fee that the books name',
    { payouts: [payout('p', 'COMPLETED')], rose: 5, said: { payouts: { p: { state: 'sent', taken: 5.5, fee: 0.5 } } } },
    'balance-wrong',
  ],
  [
    'a payout that took more than it sent, and books that name no sum',
    { payouts: [payout('p', 'COMPLETED')], rose: 4.5, said: { payouts: { p: { state: 'sent' } } } },
    'not checked: fee-unknown',
  ],
  [
    'a payout that was not taken',
    { payouts: [payout('p', 'COMPLETED')], rose: 10, said: { payouts: { p: { state: 'sent' } } } },
    'balance-wrong',
  ],
  [
    'a payout that sends the whole order back',
    {
      payouts: [payout('p', 'COMPLETED', { amount: 10 })],
      rose: 0,
      said: { orders: { a: { paid: false } }, payouts: {} },
    },
    'right',
  ],
  [
    'a payout that failed',
    { payouts: [payout('p', 'FAILED')], rose: 10, said: { payouts: { p: { state: 'failed' } } } },
    'right',
  ],
  [
    'a refused payout that will be tried again',
    { payouts: [payout('p', 'refused')], rose: 5, said: { payouts: { p: { state: 'open', taken: 5 } } } },
    'right',
  ],
])('%s', (_name, played, verdict) => {
  expect(balanceOf(played)).toEqual([verdict])
})

test('a balance of a customer whose order is wrong adds nothing, nor one whose order is not checked', () => {
  const orders = { a: { paid: true, credited: 20 } }
  expect(balanceOf({ rose: 20, said: { orders } })).toEqual([])
  const awaited = [collection('a', 'COMPLETED', { awaits: 'webhook' })]
  expect(balanceOf({ collections: awaited, rose: 99 })).toEqual(['not checked: awaited'])
  expect(balanceOf({ rose: 99, said: { orders: { a: { unasked: 'gone' } } } })).toEqual([
    'not checked: not-all-checked',
  ])
})

test('a balance that was not asked before the first transaction is not checked', () => {
  const before = [collection('z', 'COMPLETED', { position: -1 }), ...two]
  expect(balanceOf({ collections: before, rose: 99 })).toEqual(['not checked: not-asked-first'])
  expect(balanceOf({ payouts: [payout('p', 'COMPLETED', { position: -1 })], rose: 99 })).toEqual([
    'not checked: first-in-payout',
  ])
  const other = { number: '233200000000', isPhone: true, name: 'Kofi' }
  expect(balanceOf({ payouts: [payout('p', 'COMPLETED', { customer: other })], rose: 10 })).toEqual([
    'right',
    'not checked: first-in-payout',
  ])
})

test('a payout that may be from the balance leaves it open', () => {
  const bank = { number: '0011223344', isPhone: false, name: 'A. Mensah' }
  const payouts = [payout('p', 'COMPLETED', { customer: bank })]
  expect(balanceOf({ payouts, rose: 5, said: { payouts: { p: { state: 'sent' } } } })[0]).toBe(
    'not checked: other-payouts',
  )
  // The probe does not say what was taken, so the shop may have a fee of its own.
  expect(balanceOf({ payouts: [payout('p', 'COMPLETED')], rose: 3 })).toEqual(['not checked: other-payouts'])
})

test('a number that is not a phone number may be another in the books', () => {
  const customer = { number: '0241234567', isPhone: false, name: 'Ama Mensah' }
  const collections = [collection('a', 'COMPLETED', { customer })]
  const balances = new Map([['test_shop 0241234567', { first: first('a', 0), now: { row: 0, text: '0' } }]])
  expect(verdictsOn({ collections }, { balances }).map(shortly)).toEqual(['not checked: no-phone'])
})

test('a customer who paid and has no wallet under either form of the number is not checked', () => {
  const customer = { number: '233241234567', local: '0241234567', isPhone: true, name: 'Ama Mensah' }
  const none = new Map([[ama, { first: first('a', null), now: { row: null, text: '404' } }]])
  const why = (status: Collection['status']) => {
    const [said] = verdictsOn({ collections: [collection('a', status, { customer })] }, { balances: none })
    return said?.verdict === 'not-checked' ? whyText(said.why, said) : said?.verdict
  }
  expect(why('COMPLETED')).toBe('no wallet under 233241234567 or 0241234567')
  expect(why('FAILED')).toBe('right')
})

test('two businesses with the same customer share what the books say', () => {
  const both = [collection('a', 'COMPLETED'), collection('b', 'COMPLETED', { business: 'test_other' })]
  expect(balanceOf({ collections: both, rose: 10 })).toEqual([
    'not checked: two-businesses',
    'not checked: two-businesses',
  ])
})

test('evidence has both sums', () => {
  const balances = new Map([[ama, { first: first('a', null), now: { row: 10, text: '{"balance":10}' } }]])
  expect(verdictsOn({ collections: two }, { balances }).map(evidenceText)).toEqual([
    'the balance of 233241234567 rose by 10 GHS; the transactions of this customer come to 20 GHS. The probe answered: {"balance":10}',
  ])
})
