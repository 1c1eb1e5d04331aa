import { expect, test } from 'vitest'
import { ConfigError } from '../../src/config.ts'
import type { SettingsInput } from '../../src/domain/settings.ts'
import { startSandbox } from '../../src/testing/index.ts'
import { call } from '../support/call.ts'
import { expectRefusal, openShop, type Shop } from '../support/shop.ts'
import { startedForFile } from '../support/started-sandbox.ts'

const sandbox = await startedForFile()

type Homes = SettingsInput['homeCountries']

const open = (homeCountries?: Homes) => openShop(sandbox, homeCountries ? { homeCountries } : {})
const patch = (shop: Shop, homeCountries: unknown) =>
  call(sandbox.url, '/_sandbox/business', { method: 'PATCH', key: shop.apiKey, body: { homeCountries } })
const homesOf = async (shop: Shop) => (await shop.get('/_sandbox/business')).body.homeCountries
async function send(shop: Shop, currency: string, accountNumber: string) {
  const recipient = { currency, accountNumber, network: 'SUNSHINE', amount: 100 }
  const reference = `${currency} ${accountNumber} ${count++}`
  return [
    await shop.collect({ ...recipient, reference }),
    await shop.payMobileMoney(recipient, { reference: `p${reference}` }),
  ]
}
let count = 0
async function numbersOf(shop: Shop, currency: string, accountNumber: string) {
  const records = (await send(shop, currency, accountNumber)).map(({ body }) => (Array.isArray(body) ? body[0] : body))
  return records.map(({ customer }) => customer?.accountNumber)
}
async function expectNone(shop: Shop, currency: string, accountNumber: string) {
  const message = ['accountNumber must be a valid phone number']
  for (const answer of await send(shop, currency, accountNumber)) expectRefusal(answer, 400, message)
}

test.each([
  [undefined, 'XOF', '0712345678', '2250712345678', '0712345678'],
  [{ XOF: 'CI' }, 'XOF', '07 12 34 56 78', '2250712345678', '0712345678'],
  [{ XOF: 'SN' }, 'XOF', '771234567', '221771234567', '771234567'],
  [{ XAF: 'GA' }, 'XAF', '077123456', '24177123456', '077123456'],
  [undefined, 'XOF', '771234567', '221771234567', '771234567'],
  [{ XOF: 'SN' }, 'XOF', '0771234567', '2250771234567', '0771234567'],
] as const)(
  'with home %j a number in %s, %s, is %s, and %s afterwards',
  async (homes, currency, written, full, local) => {
    const shop = await open(homes)
    expect(await numbersOf(shop, currency, written)).toEqual([full, full])
    const { data } = (await shop.get('/_sandbox/transactions')).body
    const locals = data.map(({ customer }: { customer: { accountNumber: string } }) => customer.accountNumber)
    expect(locals).toEqual([local, local])
  },
)

test.each([undefined, { XOF: 'SN' }, { XOF: 'ML', XAF: 'GA' }] as const)(
  'with home %j a number in international form stays in its own country',
  async (homes) => {
    const shop = await open(homes)
    const written = ['+225 0712345678', '2250712345678', '00221771234567', '221 77 123 45 67', '+24177123456']
    for (const number of written) {
      const digits = number.replace(/^00|\D/g, '')
      expect(await numbersOf(shop, 'XOF', number), number).toEqual([digits, digits])
    }
  },
)

test.each([
  [undefined, 'XOF', '0241234567'],
  [{ XOF: 'SN' }, 'XOF', '671234567'],
  [{ XOF: 'BF' }, 'XOF', '222123456'],
  [{ XAF: 'GA' }, 'XAF', '771234567'],
  [{ XAF: 'GA' }, 'XOF', '077123456'],
] as const)('with home %j there is no number in %s such as %s', async (homes, currency, written) => {
  await expectNone(await open(homes), currency, written)
})

test('scenarios and phones know the number in its local form', async () => {
  const shop = await open({ XOF: 'SN' })
  const request = { currency: 'XOF', network: 'ORANGE', accountNumber: '770009110', amount: 100 }
  const answer = await shop.collect(request)
  expect(answer.headers['x-sandbox-scenario']).toBe('wrong-pin; by=match')
  const { prompts } = (await shop.get('/_sandbox/phones/770009110')).body
  expect(prompts).toMatchObject([{ transactionId: answer.body.id, status: 'open' }])
})

test('a change holds from the next request on, for the currency it names', async () => {
  const shop = await open()
  expect(await homesOf(shop)).toEqual({ XOF: 'CI', XAF: 'CM' })
  expect(await numbersOf(shop, 'XOF', '70123456')).toEqual(['22670123456', '22670123456'])
  expect((await patch(shop, { XOF: 'ML' })).body.homeCountries).toEqual({ XOF: 'ML', XAF: 'CM' })
  expect(await numbersOf(shop, 'XOF', '70123456')).toEqual(['22370123456', '22370123456'])
  expect((await patch(shop, { XAF: 'GA' })).body.homeCountries).toEqual({ XOF: 'ML', XAF: 'GA' })
  await patch(shop, { XOF: 'CI' })
  expect(await homesOf(shop)).toEqual({ XOF: 'CI', XAF: 'GA' })
  expect(await numbersOf(shop, 'XOF', '70123456')).toEqual(['22670123456', '22670123456'])
})

const west = 'CI, SN, BJ, BF, ML, NE, TG, GW'

test.each([
  [{ XOF: 'GA' }, 'homeCountries.XOF: "GA" is not a choice; did you mean GW?'],
  [{ XOF: null }, `homeCountries.XOF: is null; write one of ${west}`],
  [{ GHS: 'GH' }, 'homeCountries.GHS: unknown setting; write one of XOF, XAF'],
  ['SN', 'homeCountries: is text; write a map'],
])('the home countries %j are refused, and nothing changes', async (homes, message) => {
  const shop = await open({ XOF: 'SN' })
  const answer = await patch(shop, homes)
  expect([answer.status, answer.body]).toEqual([400, { error: { code: 'invalid', message } }])
  expect(await homesOf(shop)).toEqual({ XOF: 'SN', XAF: 'CM' })
  const starting = startSandbox({ config: { businesses: { test_shop: { homeCountries: homes as Homes } } } })
  await expect(starting).rejects.toThrow(new ConfigError([`startSandbox(): businesses.test_shop.${message}`]))
})
