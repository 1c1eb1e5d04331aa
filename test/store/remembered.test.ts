import { expect, test } from 'vitest'
import type { Change } from '../../src/domain/change.ts'
import { insert, openStore, transactionOf } from '../support/opened-store.ts'

const key = 'test_shop'

// Lists always read rows; a transaction that is asked for by its id may be a remembered one.
test('a transaction that is asked for by its id is what its row says, after every change', async () => {
  const store = openStore()
  const perform = (...changes: Change[]) => store.perform(key, {}, () => ({ result: 'done', changes }))
  const expectSame = () => {
    const [inRow = null] = store.transactions(key, { limit: 1 })
    expect(store.transaction(key, 'id-of-a')).toEqual(inRow)
    return inRow
  }
  await perform(insert('a'))
  const stored = transactionOf('a')
  const { id } = stored
  expect(expectSame()).toEqual(stored)
  await perform({
    change: 'transaction.progress',
    to: { id, receivedMinor: 5, wrongOtps: 1, otpAcceptedAt: 7, statusQueries: 2, updatedAt: 9 },
  })
  expect(expectSame()?.wrongOtps).toBe(1)
  await perform({ change: 'transaction.duplicated', reference: stored.reference })
  expect(expectSame()?.duplicateCreates).toBe(1)
  await store.takeSnapshot(key, 'before')
  const to = { ...stored, status: 'COMPLETED', amountMinor: 4, feeMinor: 1 } as const
  await perform({ change: 'transaction.move', from: 'INITIATED', to })
  expect(expectSame()?.status).toBe('COMPLETED')
  await expect(
    perform(
      { change: 'transaction.duplicated', reference: stored.reference },
      { change: 'transaction.move', from: 'INITIATED', to },
    ),
  ).rejects.toThrow('it is COMPLETED')
  expect(expectSame()?.duplicateCreates).toBe(1)
  await store.restoreSnapshot(key, 'before')
  expect(expectSame()?.status).toBe('INITIATED')
  await perform({ change: 'transaction.move', from: 'INITIATED', to })
  await store.prune(key, -1)
  expect(expectSame()).toBeNull()
  await perform(insert('a'))
  expectSame()
  await store.reset(key)
  expect(expectSame()).toBeNull()
  expect(store.transaction('test_other', id)).toBeNull()
})
