import { expect, test } from 'vitest'
import { countryCodes } from '../../../src/catalogue/countries.ts'
import { countriesOf, currencyCodes } from '../../../src/catalogue/currencies.ts'
import type { CreateKind } from '../../../src/catalogue/flows.ts'
import { codesOf, networks } from '../../../src/catalogue/networks.ts'
import { sampleCall } from '../../../src/cli/act/sample-call.ts'
import { madeUpName } from '../../../src/domain/names.ts'
import { openSharedSandbox } from '../../support/opened-sandbox.ts'

const sandbox = await openSharedSandbox()
const nameFor = (reference: string) => madeUpName({ seed: 1, key: 'test_shop', reference })

async function made(kind: CreateKind, flow: string, flags: Parameters<typeof sampleCall>[2]) {
  const shop = sandbox.shop({ networkMismatch: 'reject' })
  const { path, body, reference } = await sampleCall(kind, flow, flags, nameFor)
  const { status, body: answer } = await shop.post(path, body)
  expect([status, answer.message ?? answer[0]?.message ?? null, body], JSON.stringify(flags)).toEqual([200, null, body])
  await shop.advance('1m')
  const [transaction] = (await shop.get(`/_sandbox/transactions?reference=${reference}`)).body.data
  return transaction
}

const kinds = ['collect', 'payout'] as const

test.each(kinds)('%s mobile-money is made up for every currency, and accepted', async (kind) => {
  for (const currency of currencyCodes) {
    expect(await made(kind, 'mobile-money', { currency })).toMatchObject({ currency, status: 'COMPLETED' })
  }
})

test.each(kinds)('%s mobile-money is made up for every country, in its currency', async (kind) => {
  for (const country of countryCodes) {
    const currency = currencyCodes.find((code) => countriesOf(code).includes(country))
    expect(await made(kind, 'mobile-money', { country })).toMatchObject({ currency, status: 'COMPLETED' })
  }
})

test.each(kinds)('%s mobile-money is made up for every network, with a number of its own', async (kind) => {
  for (const network of networks) {
    const [, code = ''] = codesOf(network)
    expect(await made(kind, 'mobile-money', { network: code })).toMatchObject({ network: code, status: 'COMPLETED' })
    const bare = { country: network.country, network: network.code }
    expect(await made(kind, 'mobile-money', bare)).toMatchObject({ network: network.code, status: 'COMPLETED' })
  }
})

test('a bank payout is made up for every currency', async () => {
  for (const currency of currencyCodes) {
    expect(await made('payout', 'bank', { currency })).toMatchObject({ currency, status: 'COMPLETED' })
  }
})

test.each([
  [{}, { currency: 'GHS', network: 'MTN', amount: 10.5 }],
  [{ network: 'MPS' }, { currency: 'KES', network: 'MPS' }],
  [{ network: 'MTN_UG' }, { currency: 'UGX', network: 'MTN_UG' }],
  [{ number: '0201234567' }, { currency: 'GHS', network: 'VOD' }],
  [{ number: '+256781234567' }, { currency: 'UGX', network: 'MTN' }],
  [
    { country: 'sn', amount: '7' },
    { currency: 'XOF', network: 'ORANGE', amount: 7 },
  ],
])('of %j the rest follows', async (flags, expected) => {
  expect((await sampleCall('collect', 'mobile-money', flags, nameFor)).body).toMatchObject(expected)
})

test('a country or a currency that there is not is refused', async () => {
  await expect(sampleCall('collect', 'mobile-money', { country: 'XX' }, nameFor)).rejects.toThrow(
    '--country: XX is not a country',
  )
  await expect(sampleCall('payout', 'bank', { currency: 'XXX' }, nameFor)).rejects.toThrow(
    '--currency: XXX is not a currency',
  )
})
