import { expect, test } from 'vitest'
import { record } from '../../src/domain/change.ts'
import { StorageFailure } from '../../src/domain/refused.ts'
import {
  asLeftBy,
  insert,
  insertWithJob,
  opening,
  openStore,
  referencesIn,
  temporaryFolder,
  transactionOf,
} from '../support/opened-store.ts'

const key = 'test_shop'
const decide = (...references: string[]) => ({ result: references.length, changes: references.map(insert) })

test('all commands of one turn are one commit, announced before any waiting caller goes on', async () => {
  const store = openStore()
  const order: string[] = []
  store.onCommit(() => order.push('commit'))
  const commands = ['a', 'b', 'c'].map((reference) =>
    store.perform(key, {}, () => decide(reference)).then(() => order.push(reference)),
  )
  expect(store.commits).toEqual([])
  await Promise.all(commands)
  expect(order).toEqual(['commit', 'a', 'b', 'c'])
  expect(store.commits).toHaveLength(1)
  expect(referencesIn(store, key)).toEqual(['a', 'b', 'c'])
})

test('a thousand commands of several businesses are one commit, each business announced once', async () => {
  const store = openStore()
  const commands = Array.from({ length: 1000 }, (_, index) =>
    store.perform(`test_${index % 3}`, {}, () => decide(String(index))),
  )
  await Promise.all(commands)
  expect(store.commits.map((commit) => commit.map((one) => one.key))).toEqual([['test_0', 'test_1', 'test_2']])
  expect(store.businesses().map(({ transactions }) => transactions)).toEqual([334, 333, 333])
})

test('a commit tells the earliest job of the turn, and whether a clock was set', async () => {
  const store = openStore()
  const clock = { mode: 'frozen', rate: 1, at: opening + 60_000 } as const
  await Promise.all([
    store.perform(key, {}, () => ({ result: null, changes: insertWithJob('a', opening + 9000) })),
    store.perform(key, {}, () => ({ result: null, changes: insertWithJob('b', opening + 3000) })),
    store.perform('test_other', {}, () => ({ result: null, changes: [{ change: 'clock.set', clock }] })),
  ])
  expect(store.commits[0]).toMatchObject([
    { key, dueAt: opening + 3000, clockSet: false, clock: { at: opening } },
    { key: 'test_other', dueAt: null, clockSet: true, clock },
  ])
})

test('later commands of a turn see what earlier ones did', async () => {
  const store = openStore()
  const needs = { referenceTaken: 'a', transaction: 'id-of-a' }
  const seen: unknown[] = []
  const look = () =>
    store.perform(key, needs, ({ referenceTaken, transaction, business, now }) => {
      seen.push([business.opened, referenceTaken, transaction?.status, now])
      return { result: null, changes: [] }
    })
  const clock = { mode: 'frozen', rate: 1, at: opening + 1 } as const
  await Promise.all([
    look(),
    store.perform(key, {}, () => decide('a')),
    look(),
    store.perform(key, {}, () => ({ result: null, changes: [{ change: 'clock.set', clock }] })),
    look(),
  ])
  expect(seen).toEqual([
    [false, false, undefined, opening],
    [true, true, 'INITIATED', opening],
    [true, true, 'INITIATED', opening + 1],
  ])
})

test('a command without changes stores nothing, opens no business and calls no listener', async () => {
  const store = openStore()
  expect(await store.perform(key, {}, () => ({ result: 'refused', changes: [] }))).toBe('refused')
  expect([store.commits, store.businesses(), store.business(key).opened]).toEqual([[], [], false])
})

test('a decision that throws undoes nothing but itself', async () => {
  const store = openStore()
  const commands = await Promise.allSettled([
    store.perform(key, {}, () => decide('a')),
    store.perform(key, {}, () => {
      throw new Error('a bug')
    }),
    store.perform(key, {}, () => decide('b')),
  ])
  expect(commands).toMatchObject([
    { status: 'fulfilled', value: 1 },
    { status: 'rejected', reason: new Error('a bug') },
    { status: 'fulfilled', value: 1 },
  ])
  expect(referencesIn(store, key)).toEqual(['a', 'b'])
  expect(store.commits).toHaveLength(1)
})

test('a change that is impossible undoes the changes before it in its command, and is named', async () => {
  const store = openStore()
  const { id } = transactionOf('a')
  const moved = { id, status: 'FAILED', amountMinor: 1, feeMinor: 0, receivedMinor: 0, result: null } as const
  const results = await Promise.allSettled([
    store.perform(key, {}, () => decide('a')),
    store.perform(key, {}, () => ({
      result: null,
      changes: [insert('b'), { change: 'transaction.move', from: 'PENDING', to: moved }],
    })),
    store.perform(key, {}, () => decide('c', 'a')),
    store.perform(key, {}, () => ({ result: null, changes: [insert('d'), ...insertWithJob('e', 0).slice(1)] })),
    store.perform(key, {}, () => decide('f')),
  ])
  expect(results).toMatchObject([
    { status: 'fulfilled' },
    { reason: { message: 'Cannot move id-of-a to FAILED: it is INITIATED' } },
    { reason: { code: 'SQLITE_CONSTRAINT_UNIQUE' } },
    { reason: { message: 'There is no transaction id-of-e' } },
    { status: 'fulfilled' },
  ])
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).not.toBeInstanceOf(StorageFailure)
  expect(referencesIn(store, key)).toEqual(['a', 'f'])
  expect(store.transaction(key, id)).toEqual(transactionOf('a'))
})

test('no id of a job or of an event comes again, done, reset or undone', async () => {
  const store = openStore()
  const seen: number[] = []
  for (let round = 1; round <= 3; round += 1) {
    await store.perform(key, {}, () => ({
      result: null,
      changes: [
        ...insertWithJob('a', opening),
        record('id-of-a', { kind: 'created', scenario: 'approve', by: 'file' }),
      ],
    }))
    const [job] = store.jobs(key, 1)
    seen.push(job?.id ?? 0)
    // A reset takes an id, too.
    expect(store.lastEventId()).toBe(2 * round - 1)
    await store.perform(key, {}, () => ({ result: null, changes: job ? [{ change: 'job.done', job }] : [] }))
    await store.reset(key)
  }
  expect(seen).toEqual([1, 2, 3])
})

test('no id of a job or of an event comes again after a crash, even if the first command was undone', async () => {
  let folder = temporaryFolder()
  let before = { job: 0, event: 0 }
  for (let life = 1; life <= 3; life += 1) {
    const store = openStore({ folder })
    const created = record('id-of-a', { kind: 'created', scenario: 'approve', by: 'file' })
    const changes = [...insertWithJob('a', opening), created]
    await expect(store.perform(key, {}, () => ({ result: null, changes: [...changes, insert('a')] }))).rejects.toThrow()
    await store.perform(key, {}, () => ({ result: null, changes }))
    const ids = { job: store.jobs(key, 1)[0]?.id ?? 0, event: store.lastEventId() }
    expect(ids.job).toBeGreaterThan(before.job)
    expect(ids.event).toBeGreaterThan(before.event)
    before = ids
    await store.reset(key)
    folder = asLeftBy(folder)
  }
})

test('a reset raises the epoch, and a command of its turn sees the emptied business', async () => {
  const store = openStore()
  await store.perform(key, {}, () => decide('a'))
  const seen = await Promise.all([
    store.perform(key, {}, ({ business }) => ({ result: business.epoch, changes: [insert('b')] })),
    store.reset(key),
    store.perform(key, { referenceTaken: 'a' }, ({ business, referenceTaken }) => ({
      result: [business.epoch, referenceTaken],
      changes: [insert('a')],
    })),
  ])
  expect(seen).toEqual([0, undefined, [1, false]])
  expect(referencesIn(store, key)).toEqual(['a'])
})
