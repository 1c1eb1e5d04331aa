import { expect, test } from 'vitest'
import type { Change } from '../../src/domain/change.ts'
import { type OpenedStore, openStore, transactionOf } from '../support/opened-store.ts'

const key = 'test_shop'

/** Stores so many transactions that are over. */
async function store(sandbox: OpenedStore, names: readonly string[]): Promise<void> {
  const changes = names.map((name): Change => {
    return { change: 'transaction.insert', transaction: { ...transactionOf(name), status: 'COMPLETED' } }
  })
  await sandbox.perform(key, {}, () => ({ result: null, changes }))
}

test.each([
  [30, 3],
  [2500, 200],
])(
  'with room for %i, one more transaction deletes %i of the oldest beyond what it needs: few enough that others hardly wait',
  async (most, more) => {
    const opened = openStore({ quotas: { maxBusinesses: null, maxTransactionsPerBusiness: most } })
    const names = Array.from({ length: most }, (_, n) => `old-${n}`)
    await store(opened, names)
    await store(opened, ['new'])
    expect([0, more, more + 1].map((n) => opened.transaction(key, `id-of-old-${n}`)?.reference)).toEqual([
      undefined,
      undefined,
      `old-${more + 1}`,
    ])
    expect(opened.transaction(key, 'id-of-new')?.reference).toBe('new')
  },
)
