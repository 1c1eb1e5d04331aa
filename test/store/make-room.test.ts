import { expect, test, vi } from 'vitest'
import type { Change } from '../../src/domain/change.ts'
import { insert, type OpenedStore, openStore, transactionOf } from '../support/opened-store.ts'

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

test('a business with nothing to delete is looked through once, and again when something has happened there', async () => {
  const opened = openStore({ quotas: { maxBusinesses: null, maxTransactionsPerBusiness: 20 } })
  const names = Array.from({ length: 20 }, (_, n) => `open-${n}`)
  await opened.perform(key, {}, () => ({ result: null, changes: names.map((name) => insert(name)) }))
  const looks = vi.spyOn(opened.db, 'prepare')
  const create = (name: string) =>
    opened.perform(key, {}, () => ({ result: 'created', changes: [insert(name)] })).catch(() => 'refused')
  const lookedThrough = () => looks.mock.calls.filter(([sql]) => /LIMIT @most/.test(sql)).length
  expect([await create('a'), await create('b'), await create('c'), lookedThrough()]).toEqual([
    'refused',
    'refused',
    'refused',
    1,
  ])
  const { id, status, ...of } = transactionOf('open-7')
  const to = { ...of, id, status: 'FAILED' } as const
  await opened.perform(key, {}, () => ({ result: null, changes: [{ change: 'transaction.move', from: status, to }] }))
  expect([await create('d'), lookedThrough()]).toEqual(['created', 2])
  expect([await create('e'), await create('f'), lookedThrough()]).toEqual(['refused', 'refused', 3])
  expect(opened.transaction(key, 'id-of-open-7')).toBe(null)
})
