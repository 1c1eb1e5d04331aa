import { expect, test } from 'vitest'
import { placeholder } from '../../../src/recordings/compare/plain-settings.ts'
import { compareFiles, differencesIn, settingsIn } from '../../support/compared.ts'
import { harFile, recordSandbox, type Stage } from '../../support/recorded-sandbox.ts'
import { mobileMoney } from '../../support/requests.ts'
import { type Conduct, recordForeign, usual } from '../../support/services/foreign-service.ts'
import { varied } from '../../support/varied-calls.ts'

const payments = '/collections/mobilemoney'

/** The entries with their texts changed, in bodies too. */
function rewritten(entries: readonly object[], change: (text: string) => string): object[] {
  return JSON.parse(change(JSON.stringify(entries)))
}

/** As `record` writes it: without the key. */
const keyless = (entries: readonly object[]) =>
  rewritten(entries, (text) => text.replaceAll('test_foreign', 'test_REDACTED_1'))
const compare = (entries: readonly object[], settings = {}) => compareFiles([harFile(entries)], settings)
const foreign = (changes: Partial<Conduct> = {}) => recordForeign({ ...usual, ...changes })
const zoned = (ms: number) => new Date(ms + 3_600_000).toISOString().replace('Z', '+01:00')

test.each([
  [
    'times of another zone',
    foreign({ time: zoned }),
    'D19 created_at in create answers: 0000-00-00T00:00:00.000+01:00 / 0000-00-00T00:00:00.000Z',
  ],
  [
    'webhooks with another method',
    keyless(foreign()).map((entry) =>
      '_webhook' in entry ? rewritten([entry], (text) => text.replace('"POST"', '"PUT"'))[0] : entry,
    ),
    'D36 method of webhooks: "PUT" / "POST"',
  ],
  [
    'another account than the one of its creation',
    keyless(foreign()).map((entry) =>
      '_webhook' in entry ? rewritten([entry], (text) => text.replace('9912345678', '9912345679'))[0] : entry,
    ),
    'D30 account_number since its creation in webhooks: another / the same',
  ],
  [
    'a 404 in HTML',
    [
      ...foreign(),
      {
        startedDateTime: '2026-04-01T07:59:00.000Z',
        request: {
          method: 'GET',
          url: 'https://api.foreign.example/nowhere',
          headers: [{ name: 'authorization', value: 'test_foreign' }],
        },
        response: { status: 404, headers: [], content: { text: '<h1>Not found</h1>' } },
      },
    ],
    'D4 body of GET /nowhere: no JSON / JSON',
  ],
])('%s differ', { timeout: 60_000 }, async (_what, entries, difference) => {
  expect(differencesIn(await compare(entries as object[]))).toEqual(expect.arrayContaining([difference]))
})

test.each([
  ['the API key', { length: 128, alphabet: 'hex', hmac: 'sha512-hex' }, [], {}],
  [
    'another secret',
    { length: 128, alphabet: 'hex', hmac: null },
    ['D34 secret of signatures: another secret / the API key'],
    { webhookSecret: placeholder },
  ],
  [
    'another scheme',
    { length: 88, alphabet: 'base64', hmac: 'sha512-base64' },
    ['D34 signature: HMAC sha512-base64 / HMAC-SHA512 in hex'],
    {},
  ],
])('the field _signature shows a signature with %s', async (_what, form, differences, found) => {
  const signed = { _signature: { header: 'X-Webhook-Signature', ...form } }
  const comparison = await compare(
    keyless(foreign()).map((entry) => ('_webhook' in entry ? { ...entry, ...signed } : entry)),
  )
  expect(differencesIn(comparison)).toEqual(differences)
  expect(settingsIn(comparison)).toEqual(found)
})

test('two kinds of signatures contradict each other', async () => {
  const form = { header: 'X-Webhook-Signature', length: 128, alphabet: 'hex' }
  const mixed = keyless(foreign()).map((entry, index) => {
    return '_webhook' in entry ? { ...entry, _signature: { ...form, hmac: index < 9 ? null : 'sha512-hex' } } : entry
  })
  const comparison = await compare(mixed)
  expect(settingsIn(comparison)).toEqual({})
  expect(comparison.unsettled.map(({ setting }) => setting)).toEqual(['webhookSecret'])
})

test('results that no file can declare, and an approval with other texts in one flow, differ by their texts', async () => {
  const results: Conduct['results'] = {
    ...usual.results,
    pin: ['4200', 'Customer', 'a | b', null, 'Failed'],
    float: ['77', 'x', ' ', null, ''],
  }
  const payouts = { telco_response: 'PAID' }
  const last: Conduct['last'] = (record, form) =>
    form === 'webhook' && record.type === 'CREDIT' && record.status === 'COMPLETED' ? { ...record, ...payouts } : record
  const comparison = await compare(keyless(foreign({ results, last })))
  expect(new Set(differencesIn(comparison).map((text) => text.split(' ')[0]))).toEqual(new Set(['results']))
  expect(comparison.unsettled.map(({ setting }) => setting)).toContain('results.approved')
})

const withoutPassword = async ({ call, advance }: Stage) => {
  const created = (reference: string) =>
    call('POST', payments, mobileMoney({ reference, callbackURL: 'https://a.example' }))
  const waiting = [await created('one'), await created('other')]
  await advance('5m')
  for (const { body } of waiting) await call('GET', `/payments/${body.id}`)
}

test('one-time passwords that live two minutes differ, and five minutes are the same', async () => {
  const settings = { smsOtp: ['MTN'] }
  const recorded = await recordSandbox(settings, withoutPassword)
  expect(differencesIn(await compare(recorded, settings))).toEqual([])
  const sooner = rewritten(recorded, (text) => text.replaceAll('T09:05:00', 'T09:02:00'))
  expect(differencesIn(await compare(sooner, settings))).toContain('D26 life of an OTP: 2m / 5m')
})

test('limits are said with what the service says', async () => {
  const limits = { 'mobile-money': { MTN: { GHS: { min: 5, max: 200 } } } }
  const recorded = await recordSandbox({ limits }, async ({ call }) => {
    for (const amount of [1, 500]) await call('POST', payments, mobileMoney({ reference: `r${amount}`, amount }))
    await call('POST', payments, mobileMoney({ reference: 'fine', amount: 100 }))
  })
  const comparison = await compare(recorded)
  expect(comparison.byHand).toMatchObject([
    { setting: 'limits.mobile-money.MTN.GHS', values: ['amount must be at least 5', 'amount must be at most 200'] },
  ])
  expect(differencesIn(await compare(recorded, { limits }))).toEqual([])
})

test('two merchants get their own settings, under their own keys', { timeout: 60_000 }, async () => {
  const one = await recordSandbox({ createdStatus: 201, bearFee: 'business' }, varied, { key: 'test_one' })
  const two = await recordSandbox({ smsOtp: ['MTN'] }, varied, { key: 'test_two' })
  const { settings, settled, config } = await compare([...one, ...two])
  expect(settings.map(({ path, value }) => [path.join('.'), value])).toEqual([
    ['businesses.test_one.createdStatus', 201],
    ['businesses.test_one.bearFee', 'business'],
    ['businesses.test_two.smsOtp', ['MTN']],
  ])
  expect(config.businesses.default).toEqual({})
  expect(differencesIn(settled)).toEqual([])
})

test('a test key that the service refuses differs, and its 401', async () => {
  const known = await recordSandbox({}, varied, { key: 'test_known' })
  const body = { statusCode: 401, error: 'Unauthorized', message: 'No such key' }
  const response = { status: 401, headers: [], content: { text: JSON.stringify(body) } }
  const refused = rewritten(known.slice(0, 1), (text) => text.replaceAll('test_known', 'test_unknown'))
  expect(differencesIn(await compare([...known, ...refused.map((entry) => ({ ...entry, response }))]))).toEqual([
    'D2 answer to GET /balance: 401 No such key / 200, accepted',
    'D3 body of a 401: "No such key" / "Authentication failed due to invalid api_key"',
  ])
})
