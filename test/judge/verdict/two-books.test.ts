import { expect, test } from 'vitest'
import { ScheduledRun } from '../../../src/judge/explore/scheduled-run.ts'
import { twoBooks } from '../../../src/judge/verdict/two-books.ts'
import { booksLines } from '../../../src/report/books-text.ts'
import { collection, payout, verdictsOn } from '../../support/money.ts'
import { at, openSandbox } from '../../support/opened-sandbox.ts'
import { startMerchant } from '../../support/start-merchant.ts'

test('the books of an order that was credited twice', async () => {
  const { shop, store } = await opened()
  await shop.collect({ reference: 'order-1', accountNumber: '0240009150', amount: 10 })
  await shop.advance('1h')
  const order = collection('order-1', 'COMPLETED', { business: shop.key })
  const [verdict] = verdictsOn({ collections: [order] }, { orders: { 'order-1': { paid: true, credited: 20 } } })
  const books = twoBooks(store, present(verdict))
  expect(books.rows).toEqual([
    { what: 'order-1', ledger: 'COMPLETED after 3s: 10 GHS came', shop: 'paid, credited 20 GHS' },
  ])
  expect(books.steps[0]).toEqual({
    at: at(0),
    after: '+0s',
    reference: 'order-1',
    text: 'created, with the scenario duplicate',
  })
  const lines = booksLines(books)
  expect(lines.slice(0, 2)).toEqual([
    'IN THE LEDGER OF THE SANDBOX                    IN THE BOOKS OF YOUR SHOP',
    'order-1: COMPLETED after 3s: 10 GHS came        paid, credited 20 GHS',
  ])
  expect(lines).toContain('+3s     webhook copy 2 attempt 1: answered 200')
  expect(lines.filter((line) => line.length > 76)).toEqual([])
})

test('several payments of one order have one row of the books together, below them', async () => {
  const { shop, store } = await opened()
  for (const reference of ['a', 'b']) await shop.collect({ reference, amount: 10 })
  await shop.collect({ reference: 'c', amount: 10, accountNumber: '0240009000' })
  await shop.advance('1h')
  const collections = ['a', 'b'].map((reference) => collection(reference, 'COMPLETED', { business: shop.key }))
  const row = { paid: true, credited: 10, order: '7' }
  const [verdict] = verdictsOn({ collections }, { orders: { a: row, b: row } })
  const { rows, steps } = twoBooks(store, present(verdict))
  expect(rows).toEqual([
    { what: 'a', ledger: 'COMPLETED after 3s: 10 GHS came', shop: null },
    { what: 'b', ledger: 'COMPLETED after 3s: 10 GHS came', shop: null },
    { what: 'together', ledger: '20 GHS came, the price is 10 GHS', shop: 'paid, credited 10 GHS' },
  ])
  expect(steps.filter(({ text }) => text === 'COMPLETED').map(({ reference }) => reference)).toEqual(['a', 'b'])
})

test('a payout that was refused is in no ledger', async () => {
  const { shop, store } = await opened()
  const refused = payout('p', 'refused', { business: shop.key })
  const [verdict] = verdictsOn({ payouts: [refused] }, { payouts: { p: { state: 'sent', taken: 5 } } })
  expect(twoBooks(store, present(verdict))).toEqual({
    rows: [{ what: 'p', ledger: 'refused, nothing is stored', shop: 'sent, took 5 GHS' }],
    steps: [],
    more: 0,
  })
})

test('equal events in a row are one line, and a long list is cut', async () => {
  const { shop, store } = await opened()
  const { id } = (await shop.collect({ reference: 'order-1', amount: 10 })).body
  for (let count = 0; count < 40; count++) await shop.get(`/payments/${id}`)
  const order = collection('order-1', 'PENDING', { business: shop.key })
  const [verdict] = verdictsOn({ collections: [order] }, { orders: { 'order-1': { paid: true, credited: 10 } } })
  const books = twoBooks(store, present(verdict))
  expect(books.rows[0]?.ledger).toMatch(/^still (INITIATED|PENDING): nothing came$/)
  expect(books.steps.map(({ text }) => text).at(-1)).toMatch(/^a status query is answered \w+ \(40 times\)$/)
  expect(booksLines({ ...books, more: 3 }).at(-1)).toBe('and 3 more')
  const late = { at: at(0), after: '+2h41m9s881ms', reference: 'order-1', text: 'COMPLETED' }
  expect(booksLines({ rows: [], steps: [late], more: 0 }).at(-1)).toBe('+2h41m9s881ms  COMPLETED')
})

async function opened() {
  const scheduled = new ScheduledRun()
  const sandbox = await openSandbox({}, { scheduled })
  const { url: callbackUrl } = await startMerchant()
  return { shop: sandbox.shop({ callbackUrl }), store: scheduled.store }
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('No verdict')
  return value
}
