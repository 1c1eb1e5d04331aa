import { expect, test } from 'vitest'
import type { SettingsInput } from '../../src/domain/settings.ts'
import type { Answer } from '../support/call.ts'
import { expectRefusal, openShop, type Shop } from '../support/shop.ts'
import { startedForFile } from '../support/started-sandbox.ts'

const sandbox = await startedForFile()

interface Payment {
  readonly currency: string
  readonly network: string
  readonly accountNumber: string
}

const creates = {
  collection: (shop: Shop, payment: Payment) => shop.collect({ ...payment, amount: 100 }),
  payout: (shop: Shop, payment: Payment) => shop.payMobileMoney({ ...payment, amount: 100 }),
}
type Create = keyof typeof creates
const kinds = Object.keys(creates) as Create[]

const open = (networkMismatch?: SettingsInput['networkMismatch']) =>
  openShop(sandbox, networkMismatch ? { networkMismatch } : {})

async function outcomeOf(shop: Shop, { body }: Answer) {
  const { id } = Array.isArray(body) ? body[0] : body
  await shop.runUntilIdle()
  const { status, message } = (await shop.find(id)).body
  return { status, code: message.slice(0, 4) }
}

function queryFor({ currency, network: accountCode, accountNumber }: Payment): string {
  return `/accountquery?${new URLSearchParams({ currency, accountCode, accountNumber })}`
}

const ivory = "Cote d'Ivoire"

/** Numbers that cannot be of the country that their network names, and what the hint says. */
const mismatches = (
  [
    ['XOF', 'ORANGE_CI', '07123456', `07123456 is not a number of ${ivory}`, 10, 'Burkina Faso'],
    ['XOF', 'WAVE_CI', '07 12 34 56', `07123456 is not a number of ${ivory}`, 10, 'Burkina Faso'],
    ['XOF', 'ORANGE_CI', '+22607123456', `07123456 is not a number of ${ivory}`, 10, 'Burkina Faso'],
    ['XOF', 'WAVE_CI', '22670123456', `70123456 is not a number of ${ivory}`, 10, 'Burkina Faso'],
    ['XOF', 'MTN_BJ', '97123456', '97123456 is not a number of Benin', 10, 'Mali'],
    ['XOF', 'SUNSHINE_SN', '955012345', '955012345 is not a number of Senegal', null, 'Guinea-Bissau'],
    ['XAF', 'MTN_CM', '077123456', '077123456 is not a number of Cameroon', null, 'Gabon'],
    ['NGN', 'MTN_GH', '08031234567', '08031234567 is not a number of Ghana', 10, 'Nigeria'],
    ['GBP', 'MTN_GH', '+447911123456', '447911123456 is not a number of Ghana', 10, null],
  ] as const
).map(([currency, network, accountNumber, start, digits, actual]) => {
  const length = digits === null ? '' : ` (numbers there have ${digits} digits)`
  const why = `${start}, which the network ${network} names${length}${actual === null ? '' : `, but of ${actual}`}`
  return [{ currency, network, accountNumber }, why] as const
})

test.each(mismatches)('%j fails with 5100, and the hint says why (D17, D32)', async (payment, why) => {
  for (const kind of kinds) {
    const shop = await open()
    const answer = await creates[kind](shop, payment)
    expect(answer.headers['x-sandbox-hint']).toBe(`${why}, so the ${kind} fails: see the setting networkMismatch`)
    expect(await outcomeOf(shop, answer), kind).toEqual({ status: 'FAILED', code: '5100' })
  }
})

test.each(mismatches)('%j is refused under networkMismatch: reject (D32)', async (payment, why) => {
  const shop = await open('reject')
  for (const kind of kinds) {
    const answer = await creates[kind](shop, payment)
    expectRefusal(answer, 400, 'network must match the phone number prefix')
    expect(answer.headers['x-sandbox-hint']).toBe(why)
  }
})

test.each(mismatches)('%j goes on under networkMismatch: ignore (D32)', async (payment) => {
  for (const kind of kinds) {
    const shop = await open('ignore')
    const answer = await creates[kind](shop, payment)
    expect(await outcomeOf(shop, answer), kind).toEqual({ status: 'COMPLETED', code: '0000' })
  }
})

test.each(mismatches)(
  '/accountquery answers %j with the owner and a hint, or as networkMismatch says',
  async (payment, why) => {
    const [answer, ignored] = [
      await (await open()).get(queryFor(payment)),
      await (await open('ignore')).get(queryFor(payment)),
    ]
    expect(answer.body).toEqual({
      accountName: expect.stringMatching(/^\S+ \S+$/),
      accountNumber: payment.accountNumber,
    })
    expect(answer.headers['x-sandbox-hint']).toBe(why)
    expect([ignored.status, ignored.headers['x-sandbox-hint']]).toEqual([200, undefined])
    const refused = await (await open('reject')).get(queryFor(payment))
    expectRefusal(refused, 400, 'network must match the phone number prefix')
    expect(refused.headers['x-sandbox-hint']).toBe(why)
  },
)

test('/accountquery knows the networks of one country apart, and takes an unknown code for a bank', async () => {
  const why = '0241234567 is a number of MTN (MTN or MTN_GH), but the request says VOD'
  const ghana = { currency: 'GHS', accountNumber: '0241234567' }
  const [shop, rejecting] = [await open(), await open('reject')]
  expect((await shop.get(queryFor({ ...ghana, network: 'VOD' }))).headers['x-sandbox-hint']).toBe(why)
  expectRefusal(
    await rejecting.get(queryFor({ ...ghana, network: 'VOD' })),
    400,
    'network must match the phone number prefix',
  )
  for (const network of ['MTN', 'MTN_GH', 'GCB', '058']) {
    const { status, headers } = await rejecting.get(queryFor({ ...ghana, network }))
    expect([network, status, headers['x-sandbox-hint']]).toEqual([network, 200, undefined])
  }
})

test.each([
  ['XOF', 'ORANGE_CI', '0712345678', '2250712345678'],
  ['XOF', 'WAVE_SN', '+221 79 012 34 56', '221790123456'],
  ['XOF', 'ORANGE_BF', '07123456', '22607123456'],
  ['XOF', 'MTN_BJ', '0197123456', '2290197123456'],
  ['XOF', 'SUNSHINE', '07123456', '22607123456'],
  ['XAF', 'AIRTEL_GA', '077123456', '24177123456'],
  ['NGN', 'PIGEON', '08031234567', '2348031234567'],
  ['GBP', 'PIGEON_GB', '+447911123456', '447911123456'],
] as const)('in %s the network %s takes %s as %s', async (currency, network, accountNumber, full) => {
  for (const kind of kinds) {
    const shop = await open('reject')
    const answer = await creates[kind](shop, { currency, network, accountNumber })
    const [record] = [answer.body].flat()
    expect(record.customer.accountNumber, kind).toBe(full)
    expect(await outcomeOf(shop, answer), kind).toEqual({ status: 'COMPLETED', code: '0000' })
  }
})

test.each(['11234567', '+2250712345', '0241234567', '12'])(
  '%s is of no country of the currency, so it is not a number for ORANGE_CI either (D17)',
  async (accountNumber) => {
    const shop = await open('ignore')
    for (const kind of kinds) {
      const answer = await creates[kind](shop, { currency: 'XOF', network: 'ORANGE_CI', accountNumber })
      expectRefusal(answer, 400, ['accountNumber must be a valid phone number'])
    }
  },
)
