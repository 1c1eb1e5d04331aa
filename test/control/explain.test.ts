import { expect, test } from 'vitest'
import { formatDuration } from '../../src/domain/duration.ts'
import { bankPayout, mobileMoneyPayout } from '../support/payout-requests.ts'
import { type Body, mobileMoney, virtualAccount } from '../support/requests.ts'
import { openShop, type Shop, start } from '../support/shop.ts'
import { startedForFile } from '../support/started-sandbox.ts'

const sandbox = await startedForFile()

const explain = (shop: Shop, path: string, body: Body, headers = {}) =>
  shop.post('/_sandbox/explain', { path, body, headers })

test.each([
  ['/collections/mobilemoney', mobileMoney({ reference: 'taken' }), {}, 'duplicate_reference', 'Duplicate reference'],
  [
    '/collections/virtual-account',
    virtualAccount({ currency: 'GHS' }),
    {},
    'currency_must_be_ngn',
    'Currency must be NGN',
  ],
  [
    '/collections/mobilemoney',
    mobileMoney(),
    { limits: { 'mobile-money': { '*': { GHS: { min: 200 } } } } },
    'amount_too_small',
    'amount must be at least 200',
  ],
  [
    '/disbursements/bank',
    bankPayout(),
    { wallets: { GHS: 10 } },
    'insufficient_wallet_balance',
    'Insufficient wallet balance',
  ],
  [
    '/disbursements/mobilemoney',
    { ...mobileMoneyPayout(), recipients: [...[1, 2].map(() => (mobileMoneyPayout().recipients as Body[])[0])] },
    {},
    'one_recipient_only',
    'Only one recipient is supported per request',
  ],
] as const)('%s with %j is forecast as refused, and is refused', async (path, body, settings, rule, message) => {
  const shop = await openShop(sandbox, settings)
  await shop.collect({ reference: 'taken', amount: 200 })
  const { body: explained } = await explain(shop, path, body)
  const text = `the create call fails: ${message}; nothing is stored`
  expect(explained).toEqual({
    scenario: 'approve',
    by: 'file',
    nearMisses: [],
    hint: null,
    refusal: { rule, message },
    steps: [{ kind: 'refused', reason: message, text, when: { since: 'call', from: '0s', to: '0s' } }],
  })
  expect((await shop.post(path, body)).body).toMatchObject({ statusCode: 400, message })
})

test('what is not refused is stored only by the call itself', async () => {
  const shop = await openShop(sandbox)
  expect((await explain(shop, '/disbursements/bank', bankPayout())).body.refusal).toBeNull()
  expect((await shop.get('/_sandbox/businesses')).text).not.toContain(shop.apiKey)
})

test("a scenario's own refusal goes before the business rules, and is shown by the steps", async () => {
  const shop = await openShop(sandbox)
  await shop.collect()
  const { body } = await explain(shop, '/collections/mobilemoney', mobileMoney(), {
    'x-sandbox-scenario': 'service-unavailable',
  })
  expect(body).toMatchObject({
    scenario: 'service-unavailable',
    by: 'header',
    refusal: null,
    steps: [{ kind: 'refused', text: 'the create call fails: 503; nothing is stored' }],
  })
})

test('a range is shown as the moment that the seed draws', async () => {
  const shop = await openShop(sandbox, { callbackUrl: 'http://127.0.0.1:1' })
  const body = mobileMoney({ metadata: { sandbox: { scenario: 'slow-approval' } } })
  const { steps } = (await explain(shop, '/collections/mobilemoney', body)).body
  const { id } = (await shop.collect({ metadata: { sandbox: { scenario: 'slow-approval' } } })).body
  await shop.advance('3h')
  const settled = (await shop.transaction({ id })).steps.find(({ kind }) => kind === 'settled')
  const after = formatDuration(Date.parse(String(settled?.at)) - Date.parse(start))
  const completes = steps.find(({ kind }: { kind: string }) => kind === 'settled')
  expect(completes).toMatchObject({ text: 'COMPLETED', when: { since: 'creation', from: after, to: after } })
})

test('a number of another network: the answer, the explanation and the steps say why the collection fails', async () => {
  const shop = await openShop(sandbox)
  const why =
    '0241234567 is a number of MTN (MTN or MTN_GH), but the request says VOD, so the collection fails: see the setting networkMismatch'
  const body = mobileMoney({ network: 'VOD' })
  expect((await explain(shop, '/collections/mobilemoney', body)).body.hint).toBe(why)
  const created = await shop.collect({ network: 'VOD' })
  expect(created.headers['x-sandbox-hint']).toBe(why)
  expect(await shop.get(`/_sandbox/transactions/${created.body.id}`)).toMatchObject({ body: { hint: why } })
  const chosen = await shop.collect({ network: 'VOD', reference: 'order-2' }, { 'x-sandbox-scenario': 'approve' })
  expect(chosen.headers['x-sandbox-hint']).toBeUndefined()
  const ignoring = await openShop(sandbox, { networkMismatch: 'ignore' })
  expect((await ignoring.collect({ network: 'VOD' })).headers['x-sandbox-hint']).toBeUndefined()
})

test('the explanation has the hint that the answer of the call carries', async () => {
  const shop = await openShop(sandbox)
  await shop.use('otp')
  const sameHint = async (path: string, body: Body) => {
    const { hint } = (await explain(shop, path, body)).body
    const { headers } = await shop.post(path, body)
    expect(hint).toBe(headers['x-sandbox-hint'])
    return hint
  }
  const queued = 'scenario otp stays queued: it waits for a mobile money collection in GHS'
  expect(await sameHint('/collections/virtual-account', virtualAccount())).toBe(queued)
  expect(await sameHint('/disbursements/bank', bankPayout())).toBe(queued)
  expect(await sameHint('/disbursements/bank', bankPayout({}, { reference: 'scn:server-error:1' }))).toBe(queued)
  const kenyan = mobileMoney({ currency: 'KES', network: 'MPS_KE', accountNumber: '233241234567' })
  expect(await sameHint('/collections/mobilemoney', kenyan)).toMatch(/^scenario otp stays queued: .* \| /)
  expect((await shop.collect({ reference: 'last' })).headers['x-sandbox-scenario']).toBe('otp; by=queue')
})
