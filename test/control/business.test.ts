import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { settingsSchema } from '../../src/domain/settings.ts'
import { openSharedSandbox, type Shop } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'

const sandbox = await openSharedSandbox({
  businesses: {
    default: { fees: { 'virtual-account': 3 }, limits: { 'bank-payout': { '*': { NGN: { min: 5 } } } } },
  },
})

const settingsOf = async (shop: Shop) => (await shop.get('/_sandbox/business')).body
const change = (shop: Shop, body: unknown) => shop.call('/_sandbox/business', { method: 'PATCH', body })

test('a changed setting is answered with all the others, as GET then tells them', async () => {
  const shop = sandbox.shop({ bearFee: 'business', retry: ['1s'] })
  const before = await settingsOf(shop)
  const answer = await change(shop, { amounts: 'string', retry: ['2s', '3s'] })
  expect(answer).toMatchObject({ status: 200, body: { ...before, amounts: 'string', retry: ['2s', '3s'] } })
  expect(Object.keys(answer.body)).toEqual(Object.keys(before))
  expect(await settingsOf(shop)).toEqual(answer.body)
  expect(sandbox.settings(shop.key)).toMatchObject({ bearFee: 'business', amounts: 'string', retry: ['2s', '3s'] })
})

test('later changes lie over earlier ones; maps are laid over each other, limits down to the currency', async () => {
  const shop = sandbox.shop({ fees: { 'mobile-money': 2 }, wallets: { GHS: 5 } })
  await change(shop, { fees: { 'bank-payout': 4 }, wallets: { NGN: 6 }, bearFee: 'business' })
  await change(shop, { limits: { 'bank-payout': { '*': { GHS: { max: 9 } }, '058': { NGN: { min: 1, max: 2 } } } } })
  await change(shop, { limits: { 'bank-payout': { '058': { NGN: { max: 3 } } }, 'mobile-money': {} } })
  expect(await settingsOf(shop)).toMatchObject({
    fees: { 'mobile-money': 2, 'virtual-account': 3, 'bank-payout': 4, 'mobile-money-payout': 1 },
    wallets: { GHS: 5, NGN: 6 },
    bearFee: 'business',
  })
  expect((await settingsOf(shop)).limits).toEqual({
    'bank-payout': { '*': { NGN: { min: 5 }, GHS: { max: 9 } }, '058': { NGN: { max: 3 } } },
  })
})

test('null gives a setting its default back, also where the config declares another value', async () => {
  const shop = sandbox.shop({ bearFee: 'business', retry: ['1s'], fees: { 'mobile-money': 2 }, networks: ['MTN'] })
  const usual = settingsSchema.parse({})
  const names = Object.keys(usual)
  const answer = await change(shop, Object.fromEntries(names.map((name) => [name, null])))
  expect(answer.body).toMatchObject({ ...usual, webhookSecret: shop.key })
  sandbox.declare(shop.key, { bearFee: 'business', smsOtp: true })
  expect(await settingsOf(shop)).toEqual(answer.body)
  await change(shop, { bearFee: 'business' })
  expect(await settingsOf(shop)).toEqual({ ...answer.body, bearFee: 'business' })
})

test('an empty map clears what was set and what is declared, and a later change begins from there', async () => {
  const shop = sandbox.shop({ fees: { 'mobile-money': 2 } })
  const max = (amount: number) => ({ '*': { GHS: { max: amount } } })
  await change(shop, { limits: { 'mobile-money': max(9), 'mobile-money-payout': max(9) } })
  expect((await change(shop, { limits: { 'mobile-money': {} } })).body.limits).toEqual({
    'mobile-money-payout': max(9),
    'bank-payout': { '*': { NGN: { min: 5 } } },
  })
  expect((await change(shop, { limits: {} })).body.limits).toEqual({})
  expect((await change(shop, { limits: { 'virtual-account': max(8) } })).body.limits).toEqual({
    'virtual-account': max(8),
  })
  expect((await change(shop, { fees: {} })).body.fees).toEqual(settingsSchema.parse({}).fees)
})

test('a change opens the business, and touches no other', async () => {
  const [shop, other] = [sandbox.shop(), sandbox.shop()]
  const opened = async () => (await shop.get('/_sandbox/businesses')).body.map(({ key }: { key: string }) => key)
  expect(await opened()).not.toContain(shop.key)
  await change(shop, { bearFee: 'business' })
  expect(await opened()).toContain(shop.key)
  expect(await opened()).not.toContain(other.key)
  expect(await settingsOf(other)).toMatchObject({ bearFee: 'customer' })
})

test('what is declared later for the key still lies under what was set', async () => {
  const shop = sandbox.shop()
  await change(shop, { bearFee: 'business' })
  sandbox.declare(shop.key, { bearFee: 'customer', amounts: 'string' })
  expect(await settingsOf(shop)).toMatchObject({ bearFee: 'business', amounts: 'string' })
})

test('webhooks go to the new callbackUrl, signed with the new secret, which GET shows', async () => {
  const merchant = await startMerchant()
  const shop = sandbox.shop()
  const answer = await change(shop, { callbackUrl: merchant.url, webhookSecret: 's3cret', signatureHeader: 'x-mine' })
  expect(answer.body.webhookSecret).toBe('s3cret')
  expect(sandbox.webhookSecret(shop.key)).toBe('s3cret')
  await shop.collect()
  await shop.advance('1h')
  const [webhook] = merchant.webhooks
  const signature = createHmac('sha512', 's3cret').update(JSON.stringify(webhook?.body)).digest('hex')
  expect(webhook?.headers['x-mine']).toBe(signature)
  await change(shop, { webhookSecret: null, callbackUrl: null })
  expect(await settingsOf(shop)).toMatchObject({ webhookSecret: shop.key, callbackUrl: null })
  expect(sandbox.webhookSecret(shop.key)).toBe(shop.key)
})

test('a reset takes back what was set', async () => {
  const shop = sandbox.shop({ retry: ['1s'] })
  const declared = await settingsOf(shop)
  await change(shop, { retry: [], bearFee: 'business', ipAllowList: ['10.0.0.1'] })
  await shop.post('/_sandbox/reset')
  expect(await settingsOf(shop)).toEqual(declared)
  expect((await shop.collect()).body).toMatchObject({ bear_fee: 'customer' })
})

test.each([
  [{ bearFees: 'business' }, 'bearFees: unknown setting; did you mean bearFee?'],
  [{ fees: { 'mobil-money': 1 } }, 'fees.mobil-money: unknown setting; did you mean mobile-money?'],
  [{ fees: { 'mobile-money': 101 } }, 'fees.mobile-money: 101 is too large; write at most 100'],
  [{ wallets: { UGX: 0.5 } }, 'wallets.UGX: is finer than the minor unit of UGX; write at most 0 decimal places'],
  [{ wallets: { GHS: 1e15 } }, 'wallets.GHS: is too large; write at most 90071992547409.9'],
  [
    { limits: { 'mobile-money': { MTN: { UGX: { min: 0.5 } } } } },
    'limits.mobile-money.MTN.UGX.min: is finer than the minor unit of UGX; write at most 0 decimal places',
  ],
  [{ fees: { 'mobile-money': null } }, 'fees.mobile-money: is null; write a number'],
  [{ createdStatus: 202 }, 'createdStatus: 202 is not a choice; write one of 200, 201'],
  [{ callbackUrl: 'localhost:3000' }, 'callbackUrl: is not an http or https URL'],
  [
    { callbackUrl: 'http://localhost/\ud800' },
    'callbackUrl: has half a surrogate pair or a NUL character, which no receiver can type',
  ],
  [
    { webhookSecret: 'a\u0000b' },
    'webhookSecret: has half a surrogate pair or a NUL character, which no receiver can type',
  ],
  [{ retry: ['soon'] }, 'retry.0: "soon" is not a duration; write for example 5s, 2m or 1m30s'],
  [{ networks: [] }, 'networks: names no network; write null for all'],
  [
    { limits: { 'mobile-money': { MTN: { GHS: { minn: 1 } } } } },
    'limits.mobile-money.MTN.GHS.minn: unknown setting; did you mean min?',
  ],
  [
    { limits: { 'mobile-money': { MTN: { GHS: { min: 2, max: 1 } } } } },
    'limits.mobile-money.MTN.GHS: has a min above its max',
  ],
  [{ rateLimit: { requests: 5, per: '0s' } }, 'rateLimit.per: is zero; write for example 1s or 1m'],
  [{ timeout: '1m1s' }, 'timeout: is longer than an attempt can take; write at most 60s'],
  [
    { ipAllowList: ['10.0.0.0/33'] },
    'ipAllowList.0: "10.0.0.0/33" is neither an IP address nor a network; write for example 192.168.1.5, 10.0.0.0/8 or ::1',
  ],
  [
    { bearFees: 1, amounts: 'text' },
    'amounts: "text" is not a choice; write one of as-shown, number, string, swapped; bearFees: unknown setting; did you mean bearFee?',
  ],
])('%j is refused, saying what is wrong and what to write, and nothing changes', async (body, message) => {
  const shop = sandbox.shop()
  const before = await shop.get('/_sandbox/business')
  expect(await change(shop, { amounts: 'number', ...body })).toMatchObject({
    status: 400,
    text: JSON.stringify({ error: { code: 'invalid', message } }),
  })
  expect((await shop.get('/_sandbox/business')).text).toBe(before.text)
  expect((await shop.get('/_sandbox/businesses')).text).not.toContain(`"${shop.key}"`)
})

test('a live key in a setting is not echoed', async () => {
  const { status, text } = await change(sandbox.shop(), { live_5ecret: 1, fees: { live_5ecret: 1 } })
  expect(status).toBe(400)
  expect(text).not.toContain('5ecret')
})
