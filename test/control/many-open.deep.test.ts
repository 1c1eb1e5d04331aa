import { expect, test } from 'vitest'
import { call } from '../support/call.ts'
import { openParts } from '../support/opened-parts.ts'
import { insert, type OpenedStore } from '../support/opened-store.ts'
import { mobileMoney } from '../support/requests.ts'

const key = 'test_shop'
/** More than are found in one turn. */
const count = 24_000

/** Collections of other phones that wait for their PINs. */
async function fill(store: OpenedStore): Promise<void> {
  const changes = Array.from({ length: count }, (_, index) => insert(`far-${index}`))
  await store.perform(key, {}, () => ({ result: null, changes }))
  store.db.exec('UPDATE transactions SET first_event = id')
}

test('with 24,000 open collections, two PINs at the same time each answer a prompt of their own', async () => {
  const { url, store } = await openParts()
  await fill(store)
  await call(url, '/_sandbox/business', { key, method: 'PATCH', body: { mode: 'manual' } })
  const accountNumber = '0249990001'
  const [first, second] = [
    mobileMoney({ reference: 'a', accountNumber }),
    mobileMoney({ reference: 'b', accountNumber }),
  ]
  for (const body of [first, second]) await call(url, '/collections/mobilemoney', { key, body })
  const path = `/_sandbox/phones/${accountNumber}/pin`
  const typed = await Promise.all([1, 2].map(() => call(url, path, { key, body: { pin: '0000' } })))
  expect(typed.map(({ status }) => status)).toEqual([200, 200])
  expect(typed.map(({ body }) => body.status)).toEqual(['COMPLETED', 'COMPLETED'])
  expect(new Set(typed.map(({ body }) => body.id)).size).toBe(2)
  expect((await call(url, path, { key, body: { pin: '0000' } })).status).toBe(409)
})
