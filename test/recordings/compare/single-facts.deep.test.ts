import { expect, test } from 'vitest'
import { parseConfig } from '../../../src/config.ts'
import { type Compared, compareRecordings, type Sides } from '../../../src/recordings/compare/compare.ts'
import { placeholder } from '../../../src/recordings/compare/compare-webhooks.ts'
import { harFile, quiet, recordSandbox, type Stage } from '../../support/recorded-sandbox.ts'
import { mobileMoney, virtualAccount } from '../../support/requests.ts'
import { recordForeign, usual } from '../../support/services/foreign-service.ts'
import { varied } from '../../support/varied-calls.ts'

const hook = 'https://shop.example/hooks'
const byHand = { 'x-sandbox-scenario': 'by-hand' }
const payments = '/collections/mobilemoney'

const compare = (entries: readonly object[], settings = {}) =>
  compareRecordings([harFile(entries)], parseConfig({ businesses: { default: settings } }), quiet)

function differing({ rows, uncovered }: Sides) {
  const ofRows = rows.flatMap(({ decision, verdict, differences }) =>
    verdict === 'differs' ? differences.map((one) => ({ ...one, decision })) : [],
  )
  const all = [...ofRows, ...uncovered.map((one) => ({ ...one, decision: 'none' }))]
  return all.map(({ decision, what, real, sandbox }) => `${decision} ${what}: ${real} / ${sandbox}`)
}
const settings = ({ settlings }: Compared) =>
  Object.fromEntries(settlings.map(({ path, value }) => [path.slice(2).join('.'), value]))
const verdict = ({ rows }: Sides, decision: string) => rows.find((row) => row.decision === decision)?.verdict

/** The entries with every text of the first form in the second, in bodies too. */
function rewritten<T>(value: T, change: (text: string) => string): T {
  return JSON.parse(change(JSON.stringify(value)))
}

test('two merchants in one file get their own settings, under their own keys', async () => {
  const one = await recordSandbox({ createdStatus: 201, bearFee: 'business' }, varied, { key: 'test_one' })
  const two = await recordSandbox({ smsOtp: ['MTN'] }, varied, { key: 'test_two' })
  const { settlings, settled, config } = await compare([...one, ...two])
  expect(settlings.map(({ path, value }) => [path.join('.'), value])).toEqual([
    ['businesses.test_one.createdStatus', 201],
    ['businesses.test_one.bearFee', 'business'],
    ['businesses.test_two.smsOtp', ['MTN']],
  ])
  expect(config.businesses.default).toEqual({})
  expect(differing(settled)).toEqual([])
})

test('a test key that the service refuses shows that keys are declared, and its 401', async () => {
  const known = await recordSandbox({}, varied, { key: 'test_known' })
  const body = { statusCode: 401, error: 'Unauthorized', message: 'No such key' }
  const response = { status: 401, headers: [], content: { text: JSON.stringify(body) } }
  const refused = rewritten(known.slice(0, 2), (text) => text.replaceAll('test_known', 'test_unknown'))
  const compared = await compare([...known, ...refused.map((entry) => ({ ...entry, response }))])
  expect(compared.settlings.map(({ path, value }) => [path.join('.'), value])).toEqual([
    ['businesses.test_known', {}],
    ['keys', 'declared'],
  ])
  expect(verdict(compared, 'D2')).toBe('differs')
  expect(differing(compared)).toContainEqual(
    expect.stringMatching(/^D3 body of a 401: "No such key" \/ "Authentication/),
  )
  expect(verdict(compared.settled, 'D2')).toBe('same')
})

test('entries without bodies show their status only, and nothing differs', async () => {
  const bare = recordForeign(usual).map((entry) => {
    const { request, response, ...rest } = entry as { request: object; response: object }
    return { ...rest, request: { ...request, postData: undefined }, response: { ...response, content: {} } }
  })
  const compared = await compare(bare)
  expect(differing(compared)).toEqual([])
  expect(verdict(compared, 'D15')).toBe('not seen')
})

test.each([
  ['made with the API key', { length: 128, alphabet: 'hex', hmac: 'sha512-hex' }, [], {}],
  [
    'made with another secret',
    { length: 128, alphabet: 'hex', hmac: null },
    ['D34 secret of signatures: another secret than the API key / the API key'],
    { webhookSecret: placeholder },
  ],
  [
    'of another kind',
    { length: 88, alphabet: 'base64', hmac: 'sha512-base64' },
    ['D34 signature: HMAC sha512-base64 / HMAC-SHA512 in hex'],
    {},
  ],
])('the field _signature says that a signature is %s', async (_what, facts, differences, found) => {
  const entries = recordForeign(usual).map((entry) =>
    '_webhook' in entry ? { ...entry, _signature: { header: 'X-Webhook-Signature', ...facts } } : entry,
  )
  const redacted = rewritten(entries, (text) => text.replaceAll('test_foreign', 'test_REDACTED_1'))
  const compared = await compare(redacted)
  expect(differing(compared)).toEqual(differences)
  expect(settings(compared)).toEqual(found)
})

const withoutPassword = async ({ call, advance }: Stage) => {
  const created = (reference: string) => call('POST', payments, mobileMoney({ reference, callbackURL: hook }))
  const waiting = [await created('one'), await created('other')]
  await advance('5m')
  for (const { body } of waiting) await call('GET', `/payments/${body.id}`)
}

test('an OTP without an answer expires as the recorded one', async () => {
  const compared = await compare(await recordSandbox({ smsOtp: ['MTN'] }, withoutPassword), { smsOtp: ['MTN'] })
  expect(differing(compared)).toEqual([])
  expect(verdict(compared, 'D26')).toBe('same')
})

test('an OTP that lives two minutes differs', async () => {
  const recorded = await recordSandbox({ smsOtp: ['MTN'] }, withoutPassword)
  const sooner = rewritten(recorded, (text) => text.replaceAll('T09:05:00', 'T09:02:00'))
  const compared = await compare(sooner, { smsOtp: ['MTN'] })
  expect(differing(compared)).toContain('D26 life of an OTP: 2m / 5m')
})

test('an account that ended once in another way shows no setting: it can have been by hand', async () => {
  const recorded = await recordSandbox({}, async ({ call, control, advance }) => {
    const created = async (reference: string) =>
      (await call('POST', '/collections/virtual-account', virtualAccount({ reference, callbackURL: hook }), byHand))
        .body.id
    const [expired, refused] = [await created('expired'), await created('refused')]
    await advance('5m')
    await control('POST', `/transactions/${expired}/expire`)
    await control('POST', `/transactions/${refused}/fail`, { result: 'invalid_amount' })
    await advance('1m')
    await call('GET', `/payments/${expired}`)
  })
  const compared = await compare(recorded)
  expect(differing(compared)).toEqual([])
  expect(settings(compared)).toEqual({})
  expect(compared.contradictions.map(({ setting, values }) => `${setting}: ${values.join()}`)).toEqual([
    'accountLifetime: 5m, seen once: it can be by hand',
    'partialPayments: fail, seen once: it can be by hand',
  ])
})

test('two accounts that refused another sum show the setting', async () => {
  const recorded = await recordSandbox({ partialPayments: 'fail' }, async ({ call, control, advance }) => {
    for (const reference of ['one', 'other']) {
      const account = virtualAccount({ reference, callbackURL: hook })
      const { body } = await call('POST', '/collections/virtual-account', account, byHand)
      await advance('1m')
      await control('POST', `/virtual-accounts/${body.virtual_account.account_number}/transfers`, { amount: 100 })
      await advance('1s')
    }
  })
  const compared = await compare(recorded)
  expect(settings(compared)).toEqual({ partialPayments: 'fail' })
  expect(differing(compared.settled)).toEqual([])
})

test('a number of another network that the customer declined shows nothing about networks', async () => {
  const recorded = await recordSandbox({}, async ({ call, control, advance }) => {
    const { body } = await call('POST', payments, mobileMoney({ network: 'VOD', callbackURL: hook }), byHand)
    await advance('3s')
    await control('POST', `/transactions/${body.id}/decline`)
  })
  const compared = await compare(recorded)
  expect(differing(compared)).toEqual([])
  expect(verdict(compared, 'D32')).toBe('not seen')
})

test('an account that someone let expire by hand does not show the life of accounts', async () => {
  const recorded = await recordSandbox({}, async ({ call, control, advance }) => {
    const created = async (reference: string) =>
      (
        await call('POST', '/collections/virtual-account', virtualAccount({ reference, callbackURL: hook }), {
          'x-sandbox-scenario': 'va-expiry',
        })
      ).body.id
    const [early, late] = [await created('early'), await created('late')]
    await advance('5m')
    await control('POST', `/transactions/${early}/expire`)
    await advance('1m')
    await call('GET', `/payments/${early}`)
    await call('GET', `/payments/${late}`)
    await advance('1h')
  })
  const compared = await compare(recorded)
  expect(differing(compared)).toEqual([])
  expect(settings(compared)).toEqual({})
})

test('an account that failed by hand does not show that other sums are refused', async () => {
  const recorded = await recordSandbox({}, async ({ call, control, advance }) => {
    const created = async (reference: string) =>
      (await call('POST', '/collections/virtual-account', virtualAccount({ reference, callbackURL: hook }), byHand))
        .body
    const [failed, part] = [await created('failed'), await created('part')]
    await control('POST', `/transactions/${failed.id}/fail`, { result: 'invalid_amount' })
    await advance('1m')
    await control('POST', `/virtual-accounts/${part.virtual_account.account_number}/transfers`, { amount: 100 })
    await call('GET', `/payments/${failed.id}`)
  })
  const compared = await compare(recorded)
  expect(differing(compared)).toEqual([])
  expect(settings(compared)).toEqual({})
})

test('limits and networks come back from what was refused', async () => {
  const wanted = {
    limits: { 'mobile-money': { MTN: { GHS: { min: 5, max: 200 } } } },
    networks: ['MTN', 'TGO'],
  }
  const recorded = await recordSandbox(wanted, async ({ call, advance }) => {
    for (const [index, amount] of [1, 500, 100].entries()) {
      await call('POST', payments, mobileMoney({ reference: `m${index}`, amount, callbackURL: hook }))
    }
    await call('POST', payments, mobileMoney({ reference: 'v', network: 'VOD', accountNumber: '0201234567' }))
    await advance('1m')
  })
  const compared = await compare(recorded)
  expect(differing(compared.settled)).toEqual([])
  const { networks, ...found } = settings(compared)
  expect(found).toEqual({ 'limits.mobile-money.MTN.GHS': { min: 5, max: 200 } })
  expect(networks).toContain('MTN')
  expect(networks).not.toContain('VOD')
})

test('a network that is accepted and refused is not settled', async () => {
  const other = { network: 'VOD', accountNumber: '0201234567' }
  const play = (reference: string) => (stage: Stage) =>
    stage.call('POST', payments, mobileMoney({ reference, ...other })).then(() => {})
  const refused = await recordSandbox({ networks: ['MTN'] }, play('refused'))
  const compared = await compare([...refused, ...(await recordSandbox({}, play('accepted')))])
  expect(compared.contradictions).toMatchObject([{ setting: 'networks', values: ['VOD and not VOD'] }])
  expect(settings(compared)).toEqual({})
})
