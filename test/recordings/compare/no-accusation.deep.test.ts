import { expect, test } from 'vitest'
import { compareFiles, differencesIn, settingsIn } from '../../support/compared.ts'
import { harFile, recordSandbox, type Stage } from '../../support/recorded-sandbox.ts'
import { mobileMoney, virtualAccount } from '../../support/requests.ts'
import { recordForeign, usual } from '../../support/services/foreign-service.ts'

interface Entry {
  readonly startedDateTime: string
  readonly time: number
  readonly _webhook?: true
  readonly request: { readonly method: string; readonly url: string; readonly postData?: { readonly text: string } }
  readonly response: { readonly status: number; readonly content: object }
}

const hook = 'https://shop.example/hooks'
const byHand = { 'x-sandbox-scenario': 'by-hand' }
const lost = { status: 502, headers: [], content: { text: 'Bad Gateway' } }

const isFor = ({ request }: Entry, reference: string) =>
  new RegExp(`"reference(?:_business)?":"${reference}"`).test(request.postData?.text ?? '')
const later = (entry: Entry, ms: number): Entry => ({
  ...entry,
  startedDateTime: new Date(Date.parse(entry.startedDateTime) + ms).toISOString(),
})

/** What recorders lose, repeat and delay: none of it is what the service does. */
const spoilt: Readonly<Record<string, (entries: readonly Entry[]) => readonly object[]>> = {
  'webhooks that are sent again after they were accepted': (entries) =>
    entries.flatMap((entry) => (entry._webhook && entry.response.status === 200 ? [entry, later(entry, 1000)] : entry)),
  'webhooks that two recorders wrote': (entries) =>
    entries.flatMap((entry) => (entry._webhook ? [entry, entry] : entry)),
  'bodies that are lost': (entries) =>
    entries.map((entry) => ({ ...entry, response: { ...entry.response, content: {} } })),
  'no bodies at all': (entries) =>
    entries.map(({ request: { postData: _lost, ...request }, response, ...entry }) => {
      return { ...entry, request, response: { ...response, content: {} } }
    }),
  'keys that a browser leaves out': (entries) =>
    entries.map((entry) => ({ ...entry, request: { ...entry.request, headers: [] } })),
  'create calls without an answer': (entries) =>
    entries.map((entry) => (!entry._webhook && isFor(entry, 'b') ? { ...entry, response: lost } : entry)),
  'connections that broke': (entries) =>
    entries.map((entry) =>
      !entry._webhook && isFor(entry, 'account') ? { ...entry, response: { ...lost, _error: 'reset' } } : entry,
    ),
  'a second call with the reference of a lost one': ([create, _webhook, _query, ...entries]) => [
    { ...create, response: lost },
    ...entries,
  ],
  'the first attempts that are missing': (entries) =>
    entries.filter((entry) => !(entry._webhook && isFor(entry, 'b') && entry.response.status === 500)),
  'reads that were not changed': (entries) =>
    entries.map((entry) =>
      entry.request.method === 'GET' ? { ...entry, response: { status: 304, headers: [], content: {} } } : entry,
    ),
  'a webhook that came an hour late': (entries) =>
    entries.map((entry) => (entry._webhook && isFor(entry, 'unpaid') ? later(entry, 3_600_000) : entry)),
}

test.each(Object.entries(spoilt))('%s show no difference and no setting', { timeout: 60_000 }, async (_what, spoil) => {
  const comparison = await compareFiles([harFile(spoil(recordForeign(usual) as Entry[]))])
  expect(differencesIn(comparison)).toEqual([])
  expect(settingsIn(comparison)).toEqual({})
})

const pay = (stage: Stage, changes = {}, headers = {}) =>
  stage.call('POST', '/collections/mobilemoney', mobileMoney({ callbackURL: hook, ...changes }), headers)
const open = async ({ call }: Stage, reference: string, headers = byHand) =>
  (await call('POST', '/collections/virtual-account', virtualAccount({ reference, callbackURL: hook }), headers)).body

/** What someone did by hand, once, or how a recording was made: it shows no setting. */
const single: readonly (readonly [what: string, said: readonly string[], play: (stage: Stage) => Promise<void>])[] = [
  [
    'an account that expired early, and one that failed',
    ['accountLifetime: "5m" and "30m"', 'partialPayments: "fail", seen once'],
    async (stage) => {
      const [expired, failed] = [await open(stage, 'expired'), await open(stage, 'failed')]
      const natural = await open(stage, 'late', { 'x-sandbox-scenario': 'va-expiry' })
      await stage.advance('5m')
      await stage.control('POST', `/transactions/${expired.id}/expire`)
      await stage.control('POST', `/transactions/${failed.id}/fail`, { result: 'invalid_amount' })
      await stage.advance('1h')
      await stage.call('GET', `/payments/${natural.id}`)
    },
  ],
  [
    'a number of another network that the customer declined',
    [],
    async (stage) => {
      const { body } = await pay(stage, { network: 'VOD' }, byHand)
      await stage.advance('3s')
      await stage.control('POST', `/transactions/${body.id}/decline`)
      await stage.advance('1s')
    },
  ],
  [
    'one one-time password among collections of its network',
    ['smsOtp.MTN: false and true'],
    async (stage) => {
      for (const reference of ['one', 'two', 'three']) {
        const { body } = await pay(stage, { reference }, reference === 'two' ? { 'x-sandbox-scenario': 'otp' } : {})
        const { otp } = (await stage.control('GET', `/transactions/${body.id}`)).body
        await stage.advance('1s')
        if (otp !== null) await stage.call('POST', '/collections/otp', { id: body.id, otp })
        await stage.advance('1m')
      }
    },
  ],
]

test.each(single)('%s show no difference, and are said: %j', { timeout: 60_000 }, async (_what, said, play) => {
  const comparison = await compareFiles([harFile(await recordSandbox({}, play))])
  expect(differencesIn(comparison)).toEqual([])
  expect(settingsIn(comparison)).toEqual({})
  expect(comparison.unsettled.map(({ setting, values }) => `${setting}: ${values.join(' and ')}`)).toEqual(said)
})

const confirmed = async (stage: Stage) => {
  for (const reference of ['one', 'two']) {
    const { body } = await pay(stage, { reference })
    await stage.advance('1s')
    const { otp } = (await stage.control('GET', `/transactions/${body.id}`)).body
    await stage.call('GET', `/payments/${body.id}`)
    await stage.call('POST', '/collections/otp', { id: body.id, otp: otp === '000000' ? '000001' : '000000' })
    await stage.advance('1s')
    await stage.call('POST', '/collections/otp', { id: body.id, otp })
    await stage.advance('1s')
    await stage.call('GET', `/payments/${body.id}`)
    await stage.advance('1m')
  }
}

test.each<readonly [string, (entries: readonly Entry[]) => readonly Entry[]]>([
  ['as they are', (entries) => entries],
  ['with the newest first', (entries) => entries.toReversed()],
  ['past the recorder', (entries) => entries.filter(({ request }) => !request.url.endsWith('/collections/otp'))],
  [
    'with a create call that took a minute',
    (entries) => entries.map((entry, index) => (index === 0 ? { ...later(entry, -60_000), time: 60_000 } : entry)),
  ],
])('one-time passwords %s are the same', { timeout: 60_000 }, async (_what, change) => {
  const entries = change((await recordSandbox({ smsOtp: ['MTN'] }, confirmed)) as Entry[])
  const comparison = await compareFiles([harFile(entries)], { smsOtp: ['MTN'] })
  expect(differencesIn(comparison)).toEqual([])
  expect(settingsIn(await compareFiles([harFile(entries)]))).toEqual({ smsOtp: ['MTN'] })
})
