import { expect, test } from 'vitest'
import { at, openSandbox, openSharedSandbox, type Shop } from '../support/opened-sandbox.ts'

const sandbox = await openSharedSandbox()

const put = (shop: Shop, name: string) =>
  shop.call(`/_sandbox/snapshots/${encodeURIComponent(name)}`, { method: 'PUT', body: {} })
const remove = (shop: Shop, name: string) => shop.call(`/_sandbox/snapshots/${name}`, { method: 'DELETE' })
const restore = (shop: Shop, name: string) => shop.post(`/_sandbox/snapshots/${name}/restore`)
const list = async (shop: Shop) => (await shop.get('/_sandbox/snapshots')).body

test('snapshots are taken, listed by name, replaced and deleted', async () => {
  const shop = sandbox.shop()
  expect(await list(shop)).toEqual({ data: [] })
  const start = { name: 'start', at: at(0), transactions: 0, pendingJobs: 0 }
  expect(await put(shop, 'start')).toMatchObject({ status: 200, body: start })
  await shop.collect({ reference: 'one' })
  const open = { name: 'open', at: at(0), transactions: 1, pendingJobs: 1 }
  expect((await put(shop, 'open')).body).toEqual(open)
  expect(await list(shop)).toEqual({ data: [open, start] })
  await shop.advance('3s')
  const paid = { name: 'open', at: at(3000), transactions: 1, pendingJobs: 0 }
  expect((await put(shop, 'open')).body).toEqual(paid)
  expect(await list(shop)).toEqual({ data: [paid, start] })
  expect((await restore(shop, 'open')).body).toEqual(paid)
  expect(await remove(shop, 'open')).toMatchObject({ status: 200, body: { data: [start] } })
  expect(await list(shop)).toEqual({ data: [start] })
  expect((await shop.get('/_sandbox/transactions')).body.data).toHaveLength(1)
})

test('a business without a write can be kept and restored to nothing', async () => {
  const own = await openSandbox()
  const shop = own.shop()
  await put(shop, 'start')
  await shop.generate({ reference: 'scn:va-expiry:1' })
  await shop.advance('1h')
  expect((await restore(shop, 'start')).body).toEqual({ name: 'start', at: at(0), transactions: 0, pendingJobs: 0 })
  expect((await shop.get('/_sandbox/transactions')).body).toEqual({ data: [], next: null })
  expect((await shop.get('/_sandbox/clock')).body).toEqual({ now: at(0), mode: 'frozen', rate: 1 })
})

test('an unknown snapshot is a 404 that names the existing ones', async () => {
  const shop = sandbox.shop()
  const refused = async (answering: Promise<{ status: number; body: { error: unknown } }>) => {
    const { status, body } = await answering
    return [status, body.error]
  }
  const none =
    'it has none yet: PUT /_sandbox/snapshots/{name} takes one; the Authorization header chooses the business'
  const message = `The business ${shop.key} has no snapshot payd`
  expect(await refused(restore(shop, 'payd'))).toEqual([404, { code: 'not_found', message, hint: none }])
  await put(shop, 'paid')
  await put(shop, 'open')
  const wanted = [404, { code: 'not_found', message, hint: 'it has open, paid' }]
  expect(await refused(restore(shop, 'payd'))).toEqual(wanted)
  expect(await refused(remove(shop, 'payd'))).toEqual(wanted)
})

test.each(['', ' ', 'a b', '-a', '.a', 'a/b', 'ä', 'x'.repeat(65)])('%j is not a name for a snapshot', async (name) => {
  const shop = sandbox.shop()
  const { status, body } = await put(shop, name)
  if (name === '') return expect(status).toBe(404)
  const hint =
    'write 1 to 64 letters, digits, dots, dashes and underscores, beginning with a letter or a digit: after-payment'
  const message = `${JSON.stringify(name.slice(0, 64))} is not a name for a snapshot`
  expect({ status, body }).toEqual({ status: 400, body: { error: { code: 'invalid', message, hint } } })
  expect(await list(shop)).toEqual({ data: [] })
})

test('a business has at most a hundred snapshots; the names it has can be used again', async () => {
  const shop = sandbox.shop()
  for (let count = 1; count <= 100; count += 1) await put(shop, `s${count}`)
  const { status, body } = await put(shop, 'one-more')
  expect([status, body.error.code, body.error.message]).toEqual([
    409,
    'conflict',
    `The business ${shop.key} has reached the limit of 100 snapshots`,
  ])
  expect((await put(shop, 's7')).status).toBe(200)
  await remove(shop, 's1')
  expect((await put(shop, 'one-more')).status).toBe(200)
})
