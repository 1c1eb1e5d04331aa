import { expect, test } from 'vitest'
import { parseConfig } from '../../../src/config.ts'
import { compareRecordings, type Sides } from '../../../src/recordings/compare/compare.ts'
import { harFile, quiet, recordSandbox } from '../../support/recorded-sandbox.ts'
import { mobileMoney, virtualAccount } from '../../support/requests.ts'
import { type Conduct, recordForeign, usual } from '../../support/services/foreign-service.ts'

interface Entry {
  readonly startedDateTime: string
  readonly time: number
  readonly _webhook?: true
  readonly request: { readonly method: string; readonly url: string; readonly postData?: { readonly text: string } }
  readonly response: { readonly status: number }
}

const hook = 'https://shop.example/hooks'
const payments = '/collections/mobilemoney'
const lost = { status: 502, headers: [], content: { text: 'Bad Gateway' } }

const recorded = (changes: Partial<Conduct> = {}) => recordForeign({ ...usual, ...changes }) as Entry[]
const compare = (entries: readonly object[], settings = {}) =>
  compareRecordings([harFile(entries)], parseConfig({ businesses: { default: settings } }), quiet)
const later = (entry: Entry, ms: number) => ({
  ...entry,
  startedDateTime: new Date(Date.parse(entry.startedDateTime) + ms).toISOString(),
})
const isFor = (reference: string) => (entry: Entry) =>
  new RegExp(`"reference(?:_business)?":"${reference}"`).test(entry.request.postData?.text ?? '')

function differing({ rows, uncovered }: Sides): string[] {
  const ofRows = rows.flatMap(({ decision, verdict, differences }) =>
    verdict === 'differs' ? differences.map((one) => ({ ...one, decision: decision as string })) : [],
  )
  const all = [...ofRows, ...uncovered.map((one) => ({ ...one, decision: 'none' }))]
  return all.map(({ decision, what, real, sandbox }) => `${decision} ${what}: ${real} / ${sandbox}`)
}
const settings = ({ settlings }: Awaited<ReturnType<typeof compare>>) =>
  Object.fromEntries(settlings.map(({ path, value }) => [path.slice(2).join('.'), value]))

test('a recording in which no call was answered is refused', async () => {
  const dead = recorded().flatMap((entry) => (entry._webhook ? [] : [{ ...entry, response: lost }]))
  await expect(compare(dead)).rejects.toThrow(`shows nothing of the service: ${dead.length} × 502`)
})

const sentAgain = (entry: Entry) =>
  entry._webhook && entry.response.status === 200 ? [entry, later(entry, 1000)] : [entry]

test('webhooks that are sent again after they were accepted show nothing: two recorders can have written them', async () => {
  expect(differing(await compare(recorded().flatMap(sentAgain)))).toEqual([])
})

test('webhooks that two recorders wrote show no retry at once', async () => {
  const compared = await compare(recorded().flatMap((entry) => (entry._webhook ? [entry, { ...entry }] : [entry])))
  expect(differing(compared)).toEqual([])
  expect(settings(compared)).toEqual({})
})

test('a webhook with another method, or with another virtual account, differs', async () => {
  const changed = recorded().map((entry) => {
    const { request, _webhook } = entry
    if (!_webhook) return entry
    const text = request.postData?.text.replace('9912345678', '9912345679')
    return { ...entry, request: { ...request, method: 'PUT', postData: { text } } }
  })
  const unsigned = JSON.parse(JSON.stringify(changed).replaceAll('test_foreign', 'test_REDACTED_1'))
  expect(differing(await compare(unsigned))).toEqual([
    'D30 account_number in webhooks: another than at creation / as at creation',
    'D36 method of webhooks: "PUT" / "POST"',
  ])
})

test('a fee of a small amount, which several percents give, is not settled', async () => {
  const entries = await recordSandbox({ fees: { 'mobile-money': 1.95 } }, async ({ call, advance }) => {
    await call('POST', payments, mobileMoney({ amount: 10.5, callbackURL: hook }))
    await advance('1m')
  })
  const compared = await compare(entries)
  expect(settings(compared)).toEqual({})
  expect(compared.contradictions).toMatchObject([
    { setting: 'fees.mobile-money', values: ['1.86 to 1.95 %: only a larger amount says which'] },
  ])
})

test('an expiry whose webhook came an hour late shows the life by the times of its record', async () => {
  const late = recorded({ accountLifeMs: 20 * 60_000 }).map((entry) =>
    entry._webhook && isFor('unpaid')(entry) ? later(entry, 3_600_000) : entry,
  )
  expect(settings(await compare(late))).toEqual({ accountLifetime: '20m' })
})

test('an expiry that only a status query shows gives the life of accounts', async () => {
  const entries = await recordSandbox({ accountLifetime: '10m' }, async ({ call, advance }) => {
    const expiring = { 'x-sandbox-scenario': 'va-expiry' }
    const created = (reference: string) =>
      call('POST', '/collections/virtual-account', virtualAccount({ callbackURL: undefined, reference }), expiring)
    const accounts = [await created('one'), await created('other')]
    await advance('15m')
    for (const { body } of accounts) await call('GET', `/payments/${body.id}`)
  })
  const compared = await compare(entries)
  expect(settings(compared)).toEqual({ accountLifetime: '10m' })
  expect(differing(compared.settled)).toEqual([])
})

test('retries of a webhook whose first attempt is not recorded are not seen', async () => {
  const all = recorded({ retriesMs: [5_000, 90_000] })
  const first = all.findIndex((entry) => entry._webhook && entry.response.status === 500)
  const compared = await compare(all.filter((_, index) => index !== first))
  expect(differing(compared)).toEqual([])
  expect(settings(compared)).toEqual({})
})

test('the answer of a create call that takes longer than the payment changes nothing', async () => {
  const entries = (await recordSandbox({ smsOtp: ['MTN'] }, async ({ call, control, advance }) => {
    const { body } = await call('POST', payments, mobileMoney({ callbackURL: hook }))
    const { otp } = (await control('GET', `/transactions/${body.id}`)).body
    await advance('1s')
    await call('POST', '/collections/otp', { id: body.id, otp })
    await advance('1m')
  })) as Entry[]
  const slow = entries.map((entry, index) => (index === 0 ? { ...later(entry, -60_000), time: 60_000 } : entry))
  expect(differing(await compare(slow, { smsOtp: ['MTN'] }))).toEqual([])
})

test.each([lost, { ...lost, _error: 'connection reset' }])(
  'a create call without an answer ends as its webhook says (%#)',
  async (response) => {
    const compared = await compare(
      recorded().map((entry) => (!entry._webhook && isFor('b')(entry) ? { ...entry, response } : entry)),
    )
    expect(differing(compared)).toEqual([])
  },
)

test('a second call with the reference of a lost one shows no duplicate of an accepted call', async () => {
  const [create, , , refused, ...rest] = recorded()
  const compared = await compare([{ ...create, response: lost }, refused, ...rest].filter((one) => one !== undefined))
  expect(differing(compared)).toEqual([])
})

test('a recording with the newest entry first is the same, also with a wrong OTP', async () => {
  const entries = await recordSandbox({ smsOtp: ['MTN'] }, async ({ call, control, advance }) => {
    const { body } = await call('POST', payments, mobileMoney({ callbackURL: hook }))
    const { otp } = (await control('GET', `/transactions/${body.id}`)).body
    await advance('1s')
    await call('POST', '/collections/otp', { id: body.id, otp: otp === '000000' ? '000001' : '000000' })
    await advance('1s')
    await call('POST', '/collections/otp', { id: body.id, otp })
    await advance('1m')
  })
  expect(differing(await compare(entries.toReversed(), { smsOtp: ['MTN'] }))).toEqual([])
})

test('an OTP that was submitted past the recorder is submitted here too', async () => {
  const entries = (await recordSandbox({ smsOtp: ['MTN'] }, async ({ call, control, advance }) => {
    const { body } = await call('POST', payments, mobileMoney({ callbackURL: hook }))
    const { otp } = (await control('GET', `/transactions/${body.id}`)).body
    await call('GET', `/payments/${body.id}`)
    await advance('1s')
    await call('POST', '/collections/otp', { id: body.id, otp })
    await call('GET', `/payments/${body.id}`)
    await advance('1m')
    await call('GET', `/payments/${body.id}`)
  })) as Entry[]
  const without = entries.filter(({ request }) => !request.url.endsWith('/collections/otp'))
  expect(without).toHaveLength(entries.length - 1)
  expect(differing(await compare(without, { smsOtp: ['MTN'] }))).toEqual([])
})

test('a read that was not changed shows nothing', async () => {
  const unchanged = recorded().map((entry) =>
    entry.request.method === 'GET' ? { ...entry, response: { status: 304, headers: [], content: {} } } : entry,
  )
  expect(differing(await compare(unchanged))).toEqual([])
})

test('webhooks that are signed with the API key and with another secret contradict each other', async () => {
  const signed = { header: 'X-Webhook-Signature', length: 128, alphabet: 'hex' }
  const mixed = recorded().map((entry, index) =>
    entry._webhook ? { ...entry, _signature: { ...signed, hmac: index === 1 ? null : 'sha512-hex' } } : entry,
  )
  const compared = await compare(JSON.parse(JSON.stringify(mixed).replaceAll('test_foreign', 'test_REDACTED_1')))
  expect(settings(compared)).toEqual({})
  expect(compared.contradictions.map(({ setting }) => setting)).toEqual(['webhookSecret'])
})

test('a time in another zone is of another form', async () => {
  const time = (ms: number) => new Date(ms + 3_600_000).toISOString().replace('Z', '+01:00')
  expect(differing(await compare(recorded({ time })))).toContain(
    'D19 created_at in create answers: 0000-00-00T00:00:00.000+01:00 / 0000-00-00T00:00:00.000Z',
  )
})
