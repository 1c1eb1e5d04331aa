import { expect, test } from 'vitest'
import { countRows, type Filter, filterRows, isFiltering } from '../../src/dashboard/board/filter.ts'
import { type Row, rowOf, type Summary, stepFrom, withChanges, withPage } from '../../src/dashboard/board/row.ts'
import { openSandbox } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'

async function listedRows(): Promise<readonly Row[]> {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  await shop.collect({ reference: 'paid', amount: 1250.5 })
  await shop.advance('1m')
  await shop.collect({ reference: 'refused', accountNumber: '0240009110' })
  await shop.advance('1m')
  await shop.generate({ reference: 'invoice-7' })
  const data: readonly Summary[] = (await shop.get('/_sandbox/transactions')).body.data
  return data.map(rowOf)
}

test('a row shows the next step of a transaction, or its end', async () => {
  const [open, failed, paid] = await listedRows()
  expect(open).toMatchObject({
    status: 'INITIATED',
    flowTitle: 'Virtual account',
    direction: 'in',
    sum: 'NGN 5,000.00',
    customer: 'Ngozi Okafor · 08031234567',
    network: 'Guaranty Trust Bank',
    scenario: 'approve',
    chosen: 'default',
    isChosen: false,
    next: { at: '2026-01-31T12:02:03.000Z', text: 'a transfer arrives' },
  })
  expect(failed).toMatchObject({
    status: 'FAILED',
    chosen: 'number …0009110',
    isChosen: true,
    next: null,
    webhook: { text: 'No webhook: no address', failed: null },
    ending: 'Wrong PIN, or no answer to the prompt in time',
  })
  expect(paid).toMatchObject({ status: 'COMPLETED', sum: 'GHS 1,250.50', next: null, ending: '' })
})

test('words of a search are found in any order, together with the filters', async () => {
  const rows = await listedRows()
  const references = (filter: Filter) => filterRows(rows, { ...filter }).map(({ reference }) => reference)
  expect(references({})).toEqual(['invoice-7', 'refused', 'paid'])
  expect(references({ search: ' PAID  mensah ' })).toEqual(['paid'])
  expect(references({ search: '1,250' })).toEqual(['paid'])
  expect(references({ search: 'mensah', status: 'FAILED' })).toEqual(['refused'])
  expect(references({ flow: 'virtual-account' })).toEqual(['invoice-7'])
  expect(references({ search: 'nothing' })).toEqual([])
  expect([isFiltering({}), isFiltering({ search: '  ' })]).toEqual([false, false])
})

test('a row shows its last webhook, and a filter finds rows whose webhook was given up', async () => {
  const sandbox = await openSandbox()
  const merchant = await startMerchant(({ body }) => (body.reference_business === 'taken' ? 200 : 500))
  const shop = sandbox.shop({ callbackUrl: merchant.url, retry: ['5s'] })
  await shop.collect({ reference: 'given-up', accountNumber: '0240009110' })
  await shop.collect({ reference: 'unheard', callbackURL: 'http://127.0.0.1:9/' })
  await shop.collect({ reference: 'taken' })
  await shop.collect({ reference: 'scn:dropped-webhook:1' })
  await shop.advance('1m')
  const all: readonly Row[] = (await shop.get('/_sandbox/transactions')).body.data.map(rowOf)
  expect(all.map(({ reference, webhook }) => [reference, webhook?.text, webhook?.failed])).toEqual([
    ['scn:dropped-webhook:1', 'Webhook never sent', null],
    ['taken', 'Webhook delivered', null],
    ['unheard', expect.stringMatching(/^Webhook given up: (?:connection refused|no answer)/), 'givenUp'],
    ['given-up', 'Webhook given up: answered 500', 'givenUp'],
  ])
  const failed = filterRows(all, { webhook: 'givenUp' })
  expect(failed.map(({ reference }) => reference)).toEqual(['unheard', 'given-up'])
  expect(isFiltering({ webhook: 'givenUp' })).toBe(true)
  expect(countRows(all, {})).toMatchObject({ COMPLETED: 3, FAILED: 1, failing: 0, givenUp: 2 })
})

test('a webhook is shown and counted as failing from its first refused attempt, apart from those given up', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ callbackUrl: 'http://127.0.0.1:9/', retry: ['1h'] })
  await shop.collect({ reference: 'down' })
  await shop.advance('1m')
  const rows: readonly Row[] = (await shop.get('/_sandbox/transactions')).body.data.map(rowOf)
  expect(rows[0]?.webhook).toEqual({
    text: 'Webhook connection refused, again',
    short: 'no answer',
    failed: 'failing',
    againAt: '2026-01-31T13:00:03.000Z',
  })
  expect(countRows(rows, {})).toMatchObject({ failing: 1, givenUp: 0 })
  expect(filterRows(rows, { webhook: 'failing' })).toHaveLength(1)
  expect(filterRows(rows, { webhook: 'givenUp' })).toEqual([])
})

test('each status is counted as the rest of the filter has it', async () => {
  const rows = await listedRows()
  const filter = { search: 'mensah', status: 'FAILED' } as const
  const counts = { INITIATED: 0, PENDING: 0, COMPLETED: 1, FAILED: 1, failing: 0, givenUp: 0 }
  expect(countRows(rows, filter)).toEqual(counts)
})

/** Rows that differ in their ids, and in how often they changed. */
function rows(...names: readonly string[]): readonly Row[] {
  const row = {
    status: 'INITIATED',
    flow: 'mobile-money',
    flowTitle: '',
    flowIcon: 'phones',
    direction: 'in',
    sum: '',
    network: '',
    reference: '',
    customer: '',
    name: '',
    scenario: '',
    chosen: '',
    isChosen: false,
    createdAt: '',
    next: null,
    webhook: null,
    phone: null,
    ending: '',
    searched: '',
  } as const
  return names.map((name) => ({ ...row, id: name.charAt(0), sum: name }))
}
const names = (all: readonly Row[]) => all.map(({ sum }) => sum)

test('an older page goes below, without rows already there', () => {
  expect(names(withPage(rows('d', 'c'), rows('c', 'b', 'a')))).toEqual(['d', 'c', 'b', 'a'])
})

test('changed rows keep their place, created ones go above, and rows of a later page wait for it', () => {
  const changed = withChanges(rows('c', 'b', 'a'), rows('b2', 'd', 'e', 'z'), new Set(['d', 'e', 'a']))
  expect(names(changed)).toEqual(['e', 'd', 'c', 'b2', 'a'])
})

test.each([
  [-1, 1, 3, 0],
  [-1, -1, 3, 0],
  [0, 1, 3, 1],
  [2, 1, 3, 2],
  [0, -1, 3, 0],
])('from row %d a step of %d among %d leads to %d', (index, by, count, to) => {
  expect(stepFrom(index, by, count)).toBe(to)
})

test('a webhook that was given up and then replayed is still shown and found as given up', async () => {
  const sandbox = await openSandbox()
  let answer = 500
  const merchant = await startMerchant(() => answer)
  const shop = sandbox.shop({ callbackUrl: merchant.url, retry: ['1s'] })
  await shop.collect({ reference: 'lost' })
  await shop.advance('1m')
  answer = 200
  await shop.collect({ reference: 'taken' })
  await shop.advance('1m')
  const [lost, taken] = (await shop.get('/_sandbox/webhooks')).body.data
  for (const { id } of [lost, taken]) await shop.post(`/_sandbox/webhooks/${id}/replay`)
  const rows: readonly Row[] = (await shop.get('/_sandbox/transactions')).body.data.map(rowOf)
  expect(rows.map(({ webhook }) => webhook)).toMatchObject([
    { text: 'Webhook delivered', failed: null },
    { text: 'Webhook given up, then delivered by a replay', failed: 'givenUp' },
  ])
  expect(filterRows(rows, { webhook: 'givenUp' }).map(({ reference }) => reference)).toEqual(['lost'])
})
