import { expect, test } from 'vitest'
import type { Change } from '../../src/domain/change.ts'
import { builtInResult } from '../../src/domain/result.ts'
import { call } from '../support/call.ts'
import { type OpenedParts, openParts } from '../support/opened-parts.ts'
import { insert, insertWithJob, transactionOf } from '../support/opened-store.ts'

const key = 'test_shop'
const day = 86_400_000
const perRound = 100
let count = 0

function settling(dueAt: number): readonly Change[] {
  const act = { act: 'settle', result: builtInResult('approved') } as const
  return Array.from({ length: perRound }, () => `due-${++count}`).flatMap((reference) => [
    insert(reference),
    { change: 'job.add', dueAt, work: { kind: 'act', transactionId: transactionOf(reference).id, step: 0, act } },
  ])
}

/** The processor time of `work` in microseconds: others on this machine do not count. */
async function cost(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

async function byAdvance({ store, url }: OpenedParts): Promise<number> {
  const changes = settling(store.now(key) + 1000)
  await store.perform(key, {}, () => ({ result: undefined, changes }))
  return cost(async () => {
    const { body } = await call(url, '/_sandbox/clock/advance', { key, body: { by: '2s' } })
    expect(body.events).toHaveLength(2 * perRound)
  })
}

async function byTimer({ store }: OpenedParts): Promise<number> {
  const now = store.now(key)
  const changes = settling(now)
  return cost(async () => {
    const done = new Promise<void>((resolve) => {
      const stop = store.onCommit(() => {
        if (store.dueJobs(key, { dueAt: -1, id: -1 }, now, 1).length > 0) return
        stop()
        resolve()
      })
    })
    await store.perform(key, {}, () => ({ result: undefined, changes }))
    await done
  })
}

async function openFilled(pending: number): Promise<OpenedParts> {
  const parts = await openParts()
  const { store } = parts
  const due = store.now(key) + 400 * day
  const changes = Array.from({ length: pending }, (_, index) => insertWithJob(`far-${index}`, due + index)).flat()
  await store.perform(key, {}, () => ({ result: undefined, changes }))
  return parts
}

/** How many times as much a job costs in the second sandbox as in the first; the least of several rounds, by turns. */
async function ratio(way: typeof byAdvance, few: OpenedParts, many: OpenedParts, rounds: number): Promise<number> {
  const costs: { few: number[]; many: number[] } = { few: [], many: [] }
  for (let round = 0; round < rounds; round += 1) {
    costs.few.push(await way(few))
    costs.many.push(await way(many))
  }
  return Math.min(...costs.many) / Math.min(...costs.few)
}

test.each([
  ['that advance runs', byAdvance],
  ['that the timer runs', byTimer],
])('a job %s costs no more with 20,000 others pending than with 100', async (_which, way) => {
  const [few, many] = [await openFilled(100), await openFilled(20_000)]
  expect(await ratio(way, few, many, 5)).toBeLessThan(3)
})

test('without their order the same measure shows what each job would cost', async () => {
  const [few, many] = [await openFilled(100), await openFilled(20_000)]
  const unordered = 'CREATE TABLE plain AS SELECT * FROM jobs; DROP TABLE jobs; ALTER TABLE plain RENAME TO jobs'
  for (const { store } of [few, many]) store.db.exec(unordered)
  expect(await ratio(byAdvance, few, many, 3)).toBeGreaterThan(3)
})
