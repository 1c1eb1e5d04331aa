import { expect, test } from 'vitest'
import { expectRefusal, openShop } from '../support/shop.ts'
import { startedForFile } from '../support/started-sandbox.ts'

const sandbox = await startedForFile()

const network = { limits: { 'mobile-money': { MTN: { GHS: { min: 5, max: 50.5 } }, '*': { GHS: { min: 1 } } } } }

test.each([
  ['less than the network takes', { amount: 4.99 }, 'amount must be at least 5'],
  ['more than the network takes', { amount: 50.51 }, 'amount must be at most 50.5'],
  [
    'less than any network takes',
    { network: 'VOD', accountNumber: '0201234567', amount: 0.99 },
    'amount must be at least 1',
  ],
])('%s is refused, and the reference stays free', async (_what, changes, message) => {
  const shop = await openShop(sandbox, network)
  expectRefusal(await shop.collect(changes), 400, message)
  expectRefusal(await shop.collect(changes), 400, message)
})

test('amounts at the very limits are taken', async () => {
  const shop = await openShop(sandbox, network)
  expect((await shop.collect({ amount: 5, reference: 'least' })).status).toBe(200)
  expect((await shop.collect({ amount: 50.5, reference: 'most' })).status).toBe(200)
})

test.each(['VOD', 'MPS_KE', 'MTN_KE', 'TELECEL', 'mtn', 'PIGEON'])(
  'on a number of MTN the network %s fails with 5100, in a collection and in a payout, and a hint names the right code (D32)',
  async (network) => {
    const shop = await openShop(sandbox)
    const recipient = { currency: 'GHS', network, accountNumber: '0241234567' }
    const answers = {
      collection: await shop.collect({ network }),
      payout: await shop.payMobileMoney(recipient, { reference: 'p' }),
    }
    await shop.runUntilIdle()
    for (const [what, { body, headers }] of Object.entries(answers)) {
      const { id } = Array.isArray(body) ? body[0] : body
      expect((await shop.find(id)).body).toMatchObject({
        status: 'FAILED',
        message: '5100 | Merchant | Customer not registered, inactive, or on another network',
      })
      const why = `0241234567 is a number of MTN (MTN or MTN_GH), but the request says ${network}`
      expect(headers['x-sandbox-hint']).toBe(`${why}, so the ${what} fails: see the setting networkMismatch`)
    }
    const balances = (await shop.get('/balance')).body
    expect(balances.find((one: { currency: string }) => one.currency === 'GHS').balance).toBe(1_000_000)
  },
)

test('a payout to a number of another network is refused where the setting says so, after the wallet is found long enough', async () => {
  const shop = await openShop(sandbox, { networkMismatch: 'reject' })
  const pay = (amount: number) =>
    shop.payMobileMoney({ currency: 'GHS', network: 'VOD', accountNumber: '0241234567', amount })
  expectRefusal(await pay(2_000_000), 400, 'Insufficient wallet balance')
  const refused = await pay(5)
  expectRefusal(refused, 400, 'network must match the phone number prefix')
  expect(refused.headers['x-sandbox-hint']).toBe(
    '0241234567 is a number of MTN (MTN or MTN_GH), but the request says VOD',
  )
})

test.each([
  [
    'a number that the table does not know',
    {},
    { network: 'PIGEON', currency: 'NGN', accountNumber: '08031234567' },
    {},
  ],
  ['the code of a network with its country', {}, { network: 'MTN_GH' }, {}],
  ['a scenario that was chosen', {}, { network: 'VOD' }, { 'x-sandbox-scenario': 'approve' }],
  ['networkMismatch: ignore', { networkMismatch: 'ignore' }, { network: 'VOD' }, {}],
] as const)('%s goes before the prefix', async (_what, settings, changes, headers) => {
  const shop = await openShop(sandbox, settings)
  const { id } = (await shop.collect(changes, headers)).body
  await shop.runUntilIdle()
  expect((await shop.find(id)).body.status).toBe('COMPLETED')
})

test('a provider that is down opens no account and says what it said', async () => {
  const shop = await openShop(sandbox)
  const { status, text } = await shop.generate({ accountNumber: '08010009260' })
  expect(status).toBe(400)
  expect(text).toBe(
    '{"statusCode":400,"message":"Sorry, We can not process this transaction now","error":"Bad Request","provider_hook_response":{"status":"FAILED","message":"The provider is not available at the moment"}}',
  )
})
