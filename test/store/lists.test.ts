import { expect, test } from 'vitest'
import type { Change } from '../../src/domain/change.ts'
import type { DeliveryStatus } from '../../src/domain/delivery.ts'
import type { DeliveryFilter, TransactionFilter } from '../../src/store/filters.ts'
import { deliveryOf, insert, opening, openStore } from '../support/opened-store.ts'

const key = 'test_shop'

/** The newest four of six transactions have a webhook, which was tried as many minutes after the start as it has attempts. */
async function filled() {
  const store = openStore()
  const webhook = (reference: string, status: DeliveryStatus, attempts: number): readonly Change[] => {
    const { id, ...delivery } = deliveryOf(reference)
    const tries = Array.from({ length: attempts }, (_, index): readonly Change[] => {
      const number = index + 1
      return [
        { change: 'attempt.start', deliveryId: id, number, isReplay: false },
        { change: 'attempt.finish', deliveryId: id, number, headers: {}, outcome },
      ]
    })
    return [{ change: 'delivery.insert', delivery: { ...delivery, id, status } }, ...tries.flat()]
  }
  const outcome = { response: null, error: 'refused', durationMs: 5, sent: true }
  const lives: readonly (readonly Change[])[] = [
    [insert('a')],
    [insert('b')],
    [insert('c'), ...webhook('c', 'delivered', 0)],
    [insert('d'), ...webhook('d', 'exhausted', 3)],
    [insert('e'), ...webhook('e', 'dropped', 0)],
    [insert('f'), ...webhook('f', 'pending', 1)],
  ]
  for (const changes of lives) await store.perform(key, {}, () => ({ result: null, changes }))
  store.db.exec(`
    UPDATE transactions SET first_event = id, facts = json_set(facts, '$.customer.accountNumber', reference);
    UPDATE transactions SET status = 'COMPLETED' WHERE reference IN ('b', 'c');
    UPDATE transactions SET flow = 'bank-payout' WHERE reference IN ('a', 'f');
    UPDATE attempts SET at = at + 60000 * number;
    UPDATE deliveries SET transaction_status = 'COMPLETED' WHERE status = 'delivered'`)
  return store
}

const ofTransactions: readonly (readonly [TransactionFilter, string])[] = [
  [{ limit: 9 }, 'fedcba'],
  [{ limit: 2, after: 'id-of-d' }, 'cb'],
  [{ limit: 9, flow: 'bank-payout' }, 'fa'],
  [{ limit: 9, flow: ['bank-payout', 'mobile-money'], status: 'COMPLETED' }, 'cb'],
  [{ limit: 1, status: 'INITIATED', after: 'id-of-f' }, 'e'],
  [{ limit: 9, open: true }, 'feda'],
  [{ limit: 9, open: true, numbers: ['a', 'b', 'd'] }, 'da'],
  [{ limit: 9, webhook: 'delivered' }, 'c'],
  [{ limit: 9, webhook: 'exhausted', open: true }, 'd'],
  [{ limit: 9, webhook: 'held' }, ''],
]

test('transactions are listed by what a filter names, newest first', async () => {
  const store = await filled()
  for (const [filter, references] of ofTransactions) {
    const found = store.transactions(key, filter).map(({ reference }) => reference)
    expect([filter, found.join('')]).toEqual([filter, references])
  }
  expect(store.transactions('test_unused', { limit: 9 })).toEqual([])
})

const ofWebhooks: readonly (readonly [DeliveryFilter, string])[] = [
  [{ limit: 9 }, 'cdef'],
  [{ limit: 2, before: 'webhook-of-f' }, 'de'],
  [{ limit: 9, status: 'delivered' }, 'c'],
  [{ limit: 9, status: 'dropped' }, 'e'],
  [{ limit: 9, transactionStatus: 'FAILED' }, 'def'],
  [{ limit: 9, since: opening + 60_000 }, 'df'],
  [{ limit: 9, since: opening + 60_001 }, 'd'],
  [{ limit: 9, failed: true }, 'df'],
  [{ limit: 9, failed: true, reference: 'f' }, 'f'],
  [{ limit: 9, transactionId: 'id-of-e', failed: true }, ''],
]

test('webhooks are listed by what a filter names, oldest first', async () => {
  const store = await filled()
  for (const [filter, references] of ofWebhooks) {
    const found = store.deliveries(key, filter).map(({ reference }) => reference)
    expect([filter, found.join('')]).toEqual([filter, references])
  }
  expect(store.deliveries('test_unused', { limit: 9 })).toEqual([])
})
