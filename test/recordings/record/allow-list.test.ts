import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allowedFields } from '../../../src/recordings/record/allowed-fields.ts'
import { call } from '../../support/call.ts'
import { type OpenedRecorder, openRecorder, openService } from '../../support/recording-proxy.ts'
import { mobileMoney } from '../../support/requests.ts'

/** A service that answers each call with what it was sent. */
async function openEcho(options: Parameters<typeof openRecorder>[1] = {}): Promise<OpenedRecorder> {
  const service = await openService((_, outgoing) => {
    const { incoming, raw } = service.received.at(-1) ?? expect.fail()
    outgoing.setHeader('x-echo', incoming.headers.authorization ?? '')
    outgoing.setHeader('content-type', incoming.headers['content-type'] ?? 'text/plain').end(raw)
  })
  return openRecorder(service.url, options)
}

// biome-ignore lint/suspicious/noExplicitAny: tests reach freely into what was recorded
type Loose = any

async function written(body: unknown, options: Parameters<typeof openRecorder>[1] = {}): Promise<Loose> {
  const recorder = await openEcho(options)
  await call(recorder.url, '/collections/mobilemoney', { key: 'test_one_key', body })
  const [{ request, response }] = recorder.entries()
  expect(response.content.text).toBe(request.postData.text)
  return JSON.parse(request.postData.text)
}

/** Letters that no name of a field and no form has. */
const canary = 'Qzx7Wvq9'
const names = fc.stringMatching(/^[a-z]{3,9}(?:_?[A-Z][a-z]{2,8})?$/).filter((name) => !(name in allowedFields))
const held = fc.constantFrom(canary, `${canary}@shop.example`, `${canary} ${canary}`, [canary], { [canary]: canary })
const personal = fc.record(
  {
    accountName: fc.constant(`Ama ${canary}`),
    email: fc.constant(`${canary}@shop.example`),
    reason: fc.constant(`for ${canary}`),
    metadata: fc.dictionary(names, held),
    callbackURL: fc.constant(`https://shop.example/hook/${canary}?a=${canary}#${canary}`),
    message: fc.constant(`Ama ${canary} did not answer`),
  },
  { requiredKeys: ['accountName'] },
)
const bodies = fc.tuple(personal, fc.dictionary(names, fc.oneof(held, fc.dictionary(names, held))))

test('what is in no field of the specification, and what is personal, is in no byte of the file', async () => {
  const recorder = await openEcho({ forwardTo: 'http://127.0.0.1:9/' })
  await fc.assert(
    fc.asyncProperty(bodies, names, async ([known, unknown], name) => {
      const body = { ...unknown, ...known, customer: { ...known, ...unknown }, recipients: [known] }
      const path = `/${name}/${canary}?${name}=${canary}&accountNumber=${canary}`
      const headers = { [name]: canary, cookie: canary, 'x-api-key': canary, authorization: `Digest ${canary}` }
      for (const url of [recorder.url, recorder.hook]) {
        await call(url, path, { body, headers })
        await call(url, path, { body: `${canary} is no JSON`, headers })
        await call(url, path, { body: `${name}=${canary}`, headers: { 'content-type': 'x-www-form-urlencoded' } })
      }
      expect(recorder.text().toLowerCase()).not.toContain(canary.toLowerCase())
    }),
    { numRuns: 20 },
  )
})

test('a value that is not written is written as its form', async () => {
  const unknown = { text: 'fourteen chars', ü: 1, yes: true, none: null, list: [1, 'a', { deep: 'x' }] }
  expect(await written({ ...unknown, 'a@b.com': { '233241234567': 1 }, amount: 10.5 })).toEqual({
    text: '<text of 14>',
    '<key of 1>': '<number>',
    yes: '<boolean>',
    none: null,
    list: ['<number>', '<text of 1>', { deep: '<text of 1>' }],
    '<key of 7>': { '<key of 12>': '<number>' },
    amount: 10.5,
  })
})

test('a record that breaks off says whose it is, and no more', async () => {
  const recorder = await openEcho({ forwardTo: 'http://127.0.0.1:9/' })
  const sentText = (body: string) => call(recorder.hook, '/webhooks', { body })
  await sentText(`{"id":"a1","reason":"${canary}","status":"COMPLETED","customer":{"id":"${canary}","acc`)
  await sentText(`{"reason":"${canary}","customer":{"id":"${canary}`)
  expect(recorder.entries().map(({ request }) => request.postData.text)).toEqual([
    '{"id":"a1","status":"COMPLETED","<text of 84>',
    '<text of 47>',
  ])
})

test('--keep writes a field, but for keys', async () => {
  const plan = { name: 'Gold', key: 'test_one_key', list: ['live_1', 3] }
  expect(await written({ plan, tier: 'x' }, { kept: ['plan'] })).toEqual({
    plan: { name: 'Gold', key: 'test_REDACTED_1', list: [expect.stringMatching(/^[a-z]{4}_\d$/), 3] },
    tier: '<text of 1>',
  })
})

test('a call keeps what the service reads, and its customer becomes another of the same length and kind', async () => {
  const { accountName, accountNumber, reason, metadata, ...rest } = await written(
    mobileMoney({ metadata: { cart: 'A-17', count: 12, gift: true, deep: { note: 'é!' } }, callbackURL: '' }),
  )
  expect(accountName).toMatch(/^[A-Z][a-z]{2} [A-Z][a-z]{5}$/)
  expect(accountNumber).toMatch(/^024 1\d\d \d{4}$/)
  expect(reason).toMatch(/^[A-Z][a-z]{4} \d$/)
  expect(metadata).toEqual({
    cart: expect.stringMatching(/^[A-Z]-\d\d$/),
    count: expect.any(Number),
    gift: true,
    deep: { note: 'é!' },
  })
  expect([accountName, accountNumber, reason]).not.toContain('Ama Mensah')
  const { accountName: _name, accountNumber: _number, reason: _reason, ...sent } = mobileMoney({ callbackURL: '' })
  expect(rest).toEqual(sent)
})

test('with --keep-personal the customer stays', async () => {
  const body = mobileMoney({ metadata: { cart: 'A-17' }, other: 'x' })
  expect(await written(body, { keepsPersonal: true })).toEqual({ ...body, other: '<text of 1>' })
})

test('the same name and the same number are the same everywhere, local or international', async () => {
  const numbers = ['0241234567', '+233 24 123 4567', '233241234567', '0241234568']
  const { recipients } = await written({
    recipients: numbers.map((accountNumber) => ({ accountName: 'Ama Mensah', accountNumber })),
  })
  const [local, spaced, international, other] = recipients.map(({ accountNumber }: Loose) => accountNumber)
  expect(new Set(recipients.map(({ accountName }: Loose) => accountName)).size).toBe(1)
  expect(local).toMatch(/^0241\d{6}$/)
  expect(international).toBe(`233${local.slice(1)}`)
  expect(spaced.replace(/\D/g, '')).toBe(international)
  expect(other).not.toBe(local)
})

test.each(['0241234567', '024 123 4567', '+233 24-123-4567', '(024) 1234567'])(
  'the sentences of the service lose the name and the number of their customer, written as %s',
  async (number) => {
    const message = `4200 | Customer | AMA MENSAH (${number}) did not answer in 120 s`
    const { message: said } = await written({
      customer: { accountName: 'Ama Mensah', accountNumber: '0241234567' },
      message,
    })
    expect(said).toHaveLength(message.length)
    expect(said).toMatch(/^4200 \| Customer \| [A-Z]{3} [A-Z]{6} \(.*\) did not answer in 120 s$/)
    expect(said).not.toMatch(/AMA|MENSAH/)
    expect(said.replace(/\D/g, '')).not.toContain('1234567')
  },
)

test('a name that is a word of the sentence leaves the sentence as it is', async () => {
  const message = '4200 | Customer | Wrong PIN'
  expect((await written({ customer: { accountName: 'Customer' }, message })).message).toBe(message)
})

test('addresses keep host and words, a text that is no address becomes another', async () => {
  const { callbackURL, failureCallbackURL } = await written({
    callbackURL: 'https://me:pw@shop.example:8080/hooks/233241234567/paid?token=abc&x=1#top',
    failureCallbackURL: 'not a URL',
  })
  expect(callbackURL).toBe('https://shop.example:8080/hooks/:id/paid?token=&x=')
  expect(failureCallbackURL).toMatch(/^[a-z]{3} [a-z] [A-Z]{3}$/)
})

test('an unknown path loses its ids, also in the sentence of its 404; a path of the service stays', async () => {
  const service = await openService((incoming, outgoing) => {
    outgoing.writeHead(404).end(JSON.stringify({ message: `Cannot GET ${incoming.url}` }))
  })
  const recorder = await openRecorder(`${service.url}/v1`)
  for (const path of ['/customers/233241234567/cards', '/payments/0f1e2d3c', '/rates?source=GHS&secret=a']) {
    await call(recorder.url, path, { key: 'test_a' })
  }
  const [first, second, third] = recorder.entries()
  expect(first.request.url).toBe(`${service.url}/v1/customers/:id/cards`)
  expect(first.response.content.text).toBe('{"message":"Cannot GET /v1/customers/:id/cards"}')
  expect(second.request.url).toBe(`${service.url}/v1/payments/0f1e2d3c`)
  expect(new URL(third.request.url).search).toBe('?source=GHS&secret=%3Ctext+of+1%3E')
})

test('of headers only three have their values, and the key has a stand-in under its scheme', async () => {
  const recorder = await openEcho()
  const sent = (key: string) =>
    call(recorder.url, '/', { key, body: {}, headers: { 'x-mine': 'a', 'retry-after': '9' } })
  for (const key of ['test_one_key', 'Bearer test_one_key', 'test_two_key', 'Basic YTpi', 'anything']) await sent(key)
  const headers = recorder
    .entries()
    .map(({ request }) =>
      Object.fromEntries(request.headers.map(({ name, value }: Loose) => [name.toLowerCase(), value])),
    )
  expect(headers[0]).toEqual({
    authorization: 'test_REDACTED_1',
    'content-type': 'application/json',
    'content-length': '2',
    'x-mine': '',
    'retry-after': '9',
    host: '',
    connection: undefined,
  })
  expect(headers.map(({ authorization }) => authorization)).toEqual([
    'test_REDACTED_1',
    'Bearer test_REDACTED_1',
    'test_REDACTED_2',
    'Basic REDACTED_1',
    'REDACTED_2',
  ])
  expect(recorder.entries()[0].response.headers).toContainEqual({ name: 'x-echo', value: '' })
})

test('a key is a stand-in in every field that is written', async () => {
  const { reference, reason } = await written({ reference: 'for test_one_key', reason: 'test_one_key' })
  expect(reference).toBe('for test_REDACTED_1')
  expect(reason).not.toContain('one_key')
})

test.each([
  ['JSON that is cut off', '{"amount":1', '<text of 11>'],
  ['JSON that nests too deep', `${'['.repeat(100)}${']'.repeat(100)}`, '<text of 200>'],
  ['a list of too many values', `[${'1,'.repeat(2001)}1]`, '<text of 4005>'],
  ['JSON with spaces', '{ "amount": 10.50 }', '{\n "amount": 10.5\n}'],
  ['a list', '["a",{"amount":1}]', '["<text of 1>",{"amount":1}]'],
])('%s is written so that compare sees what it is', async (_what, body, text) => {
  const recorder = await openEcho()
  await call(recorder.url, '/', { body })
  expect(recorder.entries()[0].request.postData.text).toBe(text)
})
