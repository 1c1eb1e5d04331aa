import { expect, test } from 'vitest'
import { type Answer, call } from '../support/call.ts'
import { startWithScenarios } from '../support/own-scenarios.ts'
import { mobileMoney } from '../support/requests.ts'
import { at, openShop, openShopWithReceiver, type Shop, start } from '../support/shop.ts'
import { started, startedForFile } from '../support/started-sandbox.ts'

const sandbox = await startedForFile()

const manual = { mode: 'manual' } as const
const act = (shop: Shop, id: string, action: string) => shop.post(`/_sandbox/transactions/${id}/${action}`, {})
const patch = (shop: Shop, body: object) =>
  call(sandbox.url, '/_sandbox/business', { method: 'PATCH', key: shop.apiKey, body })
const idOf = ({ body }: Answer): string => (Array.isArray(body) ? body[0].id : body.id)
const play = (scenario: string) => ({ 'x-sandbox-scenario': scenario })
const statusOf = async (shop: Shop, id: string) => (await shop.find(id)).body.status
const flows = {
  'a mobile money collection': (shop: Shop) => shop.collect(),
  'a bank payout': (shop: Shop) => shop.payBank(),
  'a mobile money payout': (shop: Shop) => shop.payMobileMoney(),
  'a virtual account': (shop: Shop) => shop.generate(),
}
const waiting = ['a mobile money collection', 'a bank payout', 'a mobile money payout'] as const

test.each(waiting)('%s waits for an action by hand', async (flow) => {
  const { shop, sent } = await openShopWithReceiver(sandbox, manual)
  const id = idOf(await flows[flow](shop))
  expect((await shop.get('/_sandbox/jobs')).body).toEqual([])
  expect(await shop.advance('1h')).toEqual([])
  expect(await shop.transaction({ id })).toMatchObject({ status: 'INITIATED', updated_at: start, deliveries: [] })
  await act(shop, id, 'approve')
  await shop.webhook({ status: 'COMPLETED' })
  expect(sent()).toEqual([(await shop.find(id)).text])
})

test('what waits is called by-hand by the answer, the explanation and the stored transaction alike', async () => {
  const shop = await openShop(sandbox, manual)
  const body = mobileMoney()
  const explained = (await shop.post('/_sandbox/explain', { path: '/collections/mobilemoney', body })).body
  expect(explained).toMatchObject({ scenario: 'by-hand', by: 'file' })
  const created = await shop.collect()
  expect(created.headers['x-sandbox-scenario']).toBe('by-hand; by=file')
  expect((await shop.transaction({ id: idOf(created) })).scenario).toEqual({ name: 'by-hand', by: 'file' })
  expect((await shop.collect()).headers['x-sandbox-scenario']).toBe('by-hand; by=file')
  const otherNetwork = await shop.collect({ reference: 'order-2', network: 'VOD' })
  expect(otherNetwork.headers['x-sandbox-scenario']).toBe('approve; by=file')
})

test('a virtual account waits as long as it lives, and then expires', async () => {
  const { shop, sent } = await openShopWithReceiver(sandbox, { ...manual, accountLifetime: '10m' })
  const id = idOf(await shop.generate())
  const job = { dueAt: at(600_000), kind: 'act', transactionId: id, what: 'the account expires', brings: 'expired' }
  expect((await shop.get('/_sandbox/jobs')).body).toEqual([job])
  expect(await shop.advance('599s')).toEqual([])
  await shop.advance('1s')
  expect((await shop.find(id)).body).toMatchObject({ status: 'FAILED', provider_message: 'Expired' })
  expect(sent()).toHaveLength(1)
})

test.each(['approve', 'a transfer'])('%s pays a virtual account that waits', async (how) => {
  const { shop, sent } = await openShopWithReceiver(sandbox, manual)
  const { id, virtual_account: account } = (await shop.generate()).body
  await shop.advance('10m')
  if (how === 'approve') await act(shop, id, how)
  else await shop.virtualAccount(account.account_number).pay()
  expect((await shop.find(id)).body).toMatchObject({ status: 'COMPLETED', amount: '5000.5', updated_at: at(600_000) })
  await shop.webhook({ status: 'COMPLETED' })
  await shop.advance('1h')
  expect(sent()).toHaveLength(1)
})

test.each([
  ['decline', '4200 | Customer | Wrong PIN, or no answer to the prompt in time'],
  ['the right PIN', '0000 | Switch | Approved'],
])('a collection that waits is ended by %s', async (how, message) => {
  const shop = await openShop(sandbox, manual)
  const id = idOf(await shop.collect())
  if (how === 'decline') await act(shop, id, how)
  else await shop.phone('0241234567').enterPin('0000')
  expect((await shop.find(id)).body).toMatchObject({ message })
})

test.each([
  ['the header', {}, play('wrong-pin'), 'wrong-pin; by=header'],
  ['the header that names the default scenario', {}, play('approve'), 'approve; by=header'],
  ['metadata', { metadata: { sandbox: { scenario: 'timeout' } } }, {}, 'timeout; by=metadata'],
  ['the reference', { reference: 'scn:switch-error:1' }, {}, 'switch-error; by=reference'],
  ['a match rule', { accountNumber: '0240009140' }, {}, 'insufficient-balance; by=match'],
])('a scenario that %s chose still plays without an action', async (_by, changes, headers, chosen) => {
  const shop = await openShop(sandbox, manual)
  const answer = await shop.collect(changes, headers)
  expect(answer.headers['x-sandbox-scenario']).toBe(chosen)
  await shop.advance('2m')
  expect(await statusOf(shop, idOf(answer))).toBe(chosen.startsWith('approve') ? 'COMPLETED' : 'FAILED')
})

test.each([
  '{ after: 1s, outcome: { failed: no_reason } }',
  '{ respond: { status: COMPLETED } }',
  '{ respond: { status: PENDING } }',
  '{ respond: { httpStatus: 503 } }',
  '{ respond: { fault: drop-after-commit } }',
  '{ otp: true }',
  '{ webhook: { drop: true } }',
])("the default scenario of the user's files gives way to waiting: %s", async (scenario) => {
  const own = await startWithScenarios(`version: 1\ndefaults: { scenario: mine }\nscenarios: { mine: ${scenario} }`)
  const { shop } = await openShopWithReceiver(own, manual)
  const created = await shop.collect()
  expect([created.status, created.headers['x-sandbox-scenario']]).toEqual([200, 'by-hand; by=file'])
  expect(created.body.status).toBe('INITIATED')
  await shop.advance('1h')
  expect(await statusOf(shop, created.body.id)).toBe('INITIATED')
  await act(shop, created.body.id, 'approve')
  await shop.webhook({ status: 'COMPLETED' })
})

test('an OTP that the network asks for is still sent and still expires; once accepted, the collection waits', async () => {
  const shop = await openShop(sandbox, { ...manual, smsOtp: ['MTN'] })
  const [late, id] = [idOf(await shop.collect()), idOf(await shop.collect({ reference: 'order-2' }))]
  const otp = await shop.phone('0241234567').otp()
  expect((await shop.post('/collections/otp', { id, otp })).body.status).toBe('PENDING')
  await shop.advance('1h')
  expect([await statusOf(shop, late), await statusOf(shop, id)]).toEqual(['FAILED', 'PENDING'])
  await act(shop, id, 'approve')
  expect(await statusOf(shop, id)).toBe('COMPLETED')
})

test('a scenario can wait for a hand itself, in either mode', async () => {
  const own = await startWithScenarios('version: 1\nscenarios: { asked: { outcome: by-hand } }')
  for (const shop of [await openShop(own), await openShop(own, manual)]) {
    const id = idOf(await shop.collect({}, play('asked')))
    expect(await shop.advance('1h')).toEqual([])
    expect((await act(shop, id, 'approve')).body.status).toBe('COMPLETED')
  }
})

test('the mode can be changed; a transaction keeps the scenario it began with', async () => {
  const shop = await openShop(sandbox)
  const references = ['automatic', 'manual', 'automatic again']
  const ids: string[] = []
  for (const [index, mode] of (['automatic', 'manual', 'automatic'] as const).entries()) {
    expect((await patch(shop, { mode })).body.mode).toBe(mode)
    ids.push(idOf(await shop.collect({ reference: references[index] })))
  }
  await shop.advance('1h')
  const statuses = await Promise.all(ids.map((id) => statusOf(shop, id)))
  expect(statuses).toEqual(['COMPLETED', 'INITIATED', 'COMPLETED'])
})

test('a sandbox in manual mode says so, and a business can be of another mind', async () => {
  const own = await started({
    clock: start,
    config: { mode: 'manual', businesses: { default: { mode: 'automatic' } } },
  })
  const [shop, automatic] = [await openShop(own), await openShop(own, { mode: 'automatic' })]
  expect((await shop.get('/_sandbox/info')).body.mode).toBe('manual')
  expect((await (await openShop(sandbox)).get('/_sandbox/info')).body.mode).toBe('automatic')
  for (const [each, status] of [
    [shop, 'INITIATED'],
    [automatic, 'COMPLETED'],
  ] as const) {
    const id = idOf(await each.collect())
    await each.advance('1h')
    expect(await statusOf(each, id)).toBe(status)
  }
})
