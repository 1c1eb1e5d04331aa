import { expect, test } from 'vitest'
import { call } from '../support/call.ts'
import { openParts } from '../support/opened-parts.ts'
import { insertWithJob, type OpenedStore, transactionOf } from '../support/opened-store.ts'

const key = 'test_shop'
const jobs = 600

/** Puts transactions in that expire a millisecond apart: each has two events then. */
async function fill(store: OpenedStore, of: string, name: string, count: number): Promise<void> {
  const due = store.now(of) + 1000
  const changes = Array.from({ length: count }, (_, index) => insertWithJob(`${name}-${index}`, due + index)).flat()
  await store.perform(of, {}, () => ({ result: undefined, changes }))
}

test('of very many events advance answers the newest 1,000, oldest first, and says how many there were', async () => {
  const { store, url } = await openParts()
  await fill(store, key, 'many', jobs)
  await fill(store, 'test_other', 'other', 200)
  const advance = (of: string) => call(url, '/_sandbox/clock/advance', { key: of, body: { by: '1m' } })
  const [{ body }, other] = await Promise.all([advance(key), advance('test_other')])
  expect([body.eventsTotal, body.events.length]).toEqual([2 * jobs, 1000])
  const settled = body.events.filter(({ event }: { event: string }) => event === 'settled')
  const newest = Array.from({ length: 500 }, (_, index) => `many-${jobs - 500 + index}`)
  expect(settled.map(({ reference }: { reference: string }) => reference)).toEqual(newest)
  expect(settled[0].transactionId).toBe(transactionOf(newest[0] ?? '').id)
  expect([other.body.eventsTotal, other.body.events.length]).toEqual([400, 400])
  expect((await advance(key)).body).toMatchObject({ events: [], eventsTotal: 0 })
})
