import { expect, test, vi } from 'vitest'
import { nextTurn } from '../../src/time.ts'
import { deliveryOf, insert, type OpenedStore, openStore } from '../support/opened-store.ts'

const key = 'test_shop'
const count = 25_000

/** A business in which each 5,000th transaction is a payout, in three parts of a search. */
async function filled() {
  const store = openStore()
  const changes = Array.from({ length: count }, (_, index) => insert(`order-${index}`))
  await store.perform(key, {}, () => ({ result: null, changes }))
  // A command has one event for all that it inserts; a create call inserts one transaction.
  store.db.exec(
    "UPDATE transactions SET first_event = id; UPDATE transactions SET flow = 'bank-payout' WHERE id % 5000 = 0",
  )
  return store
}

test('a search by flow finds what a list does, from the newest on, with any limit and from any transaction on', async () => {
  const store = await filled()
  const filter = { flow: 'bank-payout', limit: 100 } as const
  const listed = store.transactions(key, filter)
  expect(listed).toHaveLength(5)
  expect(await store.searchTransactions(key, filter)).toEqual(listed)
  expect(await store.searchTransactions(key, { ...filter, limit: 3 })).toEqual(listed.slice(0, 3))
  expect(await store.searchTransactions(key, { ...filter, after: listed[1]?.id })).toEqual(listed.slice(2))
  expect(await store.searchTransactions(key, { flow: 'virtual-account', limit: 1 })).toEqual([])
  expect(await store.searchTransactions('test_unused', filter)).toEqual([])
})

test('a search for the open ones of a phone finds them, by an index if they are few', async () => {
  const store = await filled()
  const of = (index: number) => ({ open: true, numbers: [`n${index}`], limit: 9 }) as const
  store.db.exec("UPDATE transactions SET facts = json_set(facts, '$.customer.accountNumber', 'n' || id)")
  const references = async (index: number) =>
    (await store.searchTransactions(key, of(index))).map(({ reference }) => reference)
  expect(await references(3)).toEqual(['order-2'])
  store.db.exec("UPDATE transactions SET status = 'COMPLETED' WHERE id > 900 AND id % 5000 <> 0")
  const prepare = vi.spyOn(store.db, 'prepare')
  const found = store.searchTransactions(key, of(3))
  const [[sql = ''] = []] = prepare.mock.calls
  prepare.mockRestore()
  expect((await found).map(({ reference }) => reference)).toEqual(['order-2'])
  expect(await references(20_000)).toEqual(['order-19999'])
  expect(await references(20_001)).toEqual([])
  const plan = store.db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(1, 1, '[]', 9)
  expect(plan.map(({ detail }) => detail).filter((step) => /transactions/.test(step))).toEqual([
    'SEARCH transactions USING INTEGER PRIMARY KEY (rowid=?)',
    'SEARCH transactions USING COVERING INDEX transactions_unusual (business_id=? AND status=?)',
  ])
})

test('commands are committed while a search goes on, and a reset leaves it nothing', async () => {
  const store = await filled()
  let committed = 0
  const searching = store.searchTransactions(key, { flow: 'virtual-account', limit: 1 }).then(() => committed)
  for (; committed < 10; committed += 1) {
    await store.perform(key, {}, () => ({ result: null, changes: [insert(`beside-${committed}`)] }))
  }
  expect(await searching).toBeGreaterThan(0)
  const [found] = await Promise.all([
    store.searchTransactions(key, { flow: 'bank-payout', limit: 100 }),
    store.reset(key),
  ])
  expect(found).toEqual([])
})

test('of several searches at once one part runs in a turn', async () => {
  const store = await filled()
  let isOver = false
  const searches = Array.from({ length: 5 }, () => store.searchTransactions(key, { flow: 'virtual-account', limit: 1 }))
  const all = Promise.all(searches).finally(() => {
    isOver = true
  })
  let turns = 0
  for (; !isOver; turns++) await nextTurn()
  await all
  expect(turns).toBeGreaterThanOrEqual(5 * Math.ceil(count / 4000))
})

/** Each transaction has a delivered webhook but for each fifth, whose webhook is exhausted; one is dropped. */
async function withWebhooks() {
  const store = openStore()
  const references = Array.from({ length: count }, (_, index) => `order-${index}`)
  await store.perform(key, {}, () => ({
    result: null,
    changes: references.flatMap((reference) => [
      insert(reference),
      { change: 'delivery.insert', delivery: { ...deliveryOf(reference), status: 'delivered' } } as const,
    ]),
  }))
  store.db.exec(`
    UPDATE transactions SET first_event = id;
    UPDATE deliveries SET created_at = created_at + id, transaction_status = 'COMPLETED';
    UPDATE deliveries SET status = 'exhausted' WHERE id % 5 = 0;
    UPDATE deliveries SET status = 'dropped', transaction_status = 'FAILED' WHERE id = 77`)
  return store
}

test('a search by the last webhook or of webhooks finds what a list does, in parts, from the newest on', async () => {
  const store = await withWebhooks()
  for (const webhook of ['exhausted', 'dropped', 'held', 'delivered'] as const) {
    const filter = { webhook, limit: 7 }
    const listed = store.transactions(key, filter)
    expect(await store.searchTransactions(key, filter)).toEqual(listed)
    const after = listed.at(-1)?.id
    expect(await store.searchTransactions(key, { ...filter, after })).toEqual(
      store.transactions(key, { ...filter, after }),
    )
  }
  const [oldest] = store.deliveries(key, { reference: 'order-0', limit: 1 })
  for (const filter of [
    { since: (oldest?.createdAt ?? 0) + 3, limit: count },
    { transactionStatus: 'FAILED', limit: 9 },
    { status: 'delivered', since: Number.MAX_SAFE_INTEGER, limit: 9 },
    { failed: true, limit: 9 },
    { since: 0, before: 'webhook-of-order-12000', limit: 9 },
  ] as const) {
    expect(await store.searchDeliveries(key, filter)).toEqual(store.deliveries(key, filter))
  }
})

test.each([
  ['open transactions', (store) => store.searchTransactions(key, { open: true, numbers: ['233'], limit: 1 })],
  [
    'transactions by the usual last status',
    (store) => store.searchTransactions(key, { status: 'COMPLETED', limit: 1 }),
  ],
  ['webhooks since a time', (store) => store.searchDeliveries(key, { since: Number.MAX_SAFE_INTEGER, limit: 1 })],
  [
    'webhooks by the status they report',
    (store) => store.searchDeliveries(key, { transactionStatus: 'FAILED', limit: 9 }),
  ],
] satisfies readonly [string, (store: OpenedStore) => Promise<readonly unknown[]>][])(
  'commands are committed while a search of %s goes on',
  async (_, search) => {
    const store = await withWebhooks()
    let committed = 0
    const searching = search(store).then(() => committed)
    for (; committed < 10; committed += 1) {
      await store.perform(key, {}, () => ({ result: null, changes: [insert(`beside-${committed}`)] }))
    }
    expect(await searching).toBeGreaterThan(0)
  },
)

test('a prune of few among many passes over what came later', async () => {
  const store = await withWebhooks()
  store.db.exec(`
    INSERT INTO ledger (business_id, currency, transaction_id, at, amount_minor, opening_minor, closing_minor, why)
      SELECT business_id, 'GHS', id, created_at + id, 0, 0, 0, 'collected' FROM transactions;
    UPDATE transactions SET status = 'COMPLETED', created_at = created_at + id, updated_at = created_at + id;
    UPDATE deliveries SET status = 'delivered'`)
  let isOver = false
  const now = store.now(key)
  const pruned = store.prune(key, -500).finally(() => {
    isOver = true
  })
  let turns = 0
  for (; !isOver; turns++) await nextTurn()
  expect(await pruned).toEqual({ before: now + 500, transactions: 500, webhooks: 500, ledgerEntries: 499 })
  expect(turns).toBeLessThan(40)
})
