import { createHmac } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readRecording } from '../../../src/recordings/read/read-recording.ts'
import type { Entry } from '../../../src/recordings/read/recording.ts'
import { call } from '../../support/call.ts'
import { type OpenedRecorder, openRecorder, openService } from '../../support/recording-proxy.ts'
import { mobileMoney } from '../../support/requests.ts'

/** A service that answers each call with what it was sent, and with a cookie. */
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

const canary = 'Canary+4f/9a'
const key = 'test_Canary4f9a'
const names = ['token', 'access_token', 'clientSecret', 'x-secret-1', 'Authorization', 'api_key', 'password']

/** Every place of a call and of an answer in which a secret can be. */
function bodiesWith(name: string): readonly (readonly [type: string, body: string | Buffer])[] {
  const json = JSON.stringify({ a: { [name]: canary, list: [{ [name]: [canary] }] }, text: `before ${key}, after` })
  return [
    ['application/json', json],
    ['application/json', `{"${name}" : "${JSON.stringify(canary).slice(1, -1).replace('C', '\\u0043')}"}`],
    ['application/json', JSON.stringify({ metadata: JSON.stringify({ [name]: canary }) })],
    ['application/json', `[{"${name}": {"value": "${canary}", "count": 12345678}}]`],
    ['application/json', json.slice(0, -3)],
    [
      'application/json',
      JSON.stringify({ callbackURL: `https://shop.example/hook?${name}=${encodeURIComponent(canary)}` }),
    ],
    ['application/x-www-form-urlencoded', `a=1&${name}=${encodeURIComponent(canary)}&key=${key}`],
    ['text/plain', `line\n${key} and ${name}=${canary}\n`],
    ['application/octet-stream', Buffer.concat([Buffer.from([0xff]), Buffer.from(` ${key} ${name}=${canary}`)])],
  ]
}

function expectNone(recorder: OpenedRecorder): void {
  const text = recorder.text()
  const encoded = JSON.parse(text).log.entries.flatMap((entry: Loose) =>
    [entry.request.postData, entry.response.content].map((content) =>
      content?.encoding === 'base64' ? Buffer.from(content.text, 'base64').toString('latin1') : '',
    ),
  )
  expect([text, ...encoded].join('\n')).not.toMatch(/canary|4f9a|4f\/9a|4f%2f9a/i)
  expect(text).not.toContain(Buffer.from(canary).toString('base64').replace(/=+$/, ''))
}

test.each(names)('a secret under the name %s is in no byte of the file, wherever it is', async (name) => {
  const recorder = await openEcho()
  for (const [type, body] of bodiesWith(name)) {
    for (const url of [recorder.url, recorder.hook]) {
      const path = `/${key}/x?${name}=${encodeURIComponent(canary)}&key=${key}&text=${encodeURIComponent(`a ${canary}`)}`
      await call(url, path, { key, body, headers: { [name]: canary, 'content-type': type, 'x-text': `is ${canary}` } })
      expect(recorder.problems).toEqual([])
    }
  }
  await call(recorder.url, '/', {
    body: gzipSync(JSON.stringify({ [name]: canary })),
    headers: { 'content-encoding': 'gzip' },
  })
  expectNone(recorder)
})

test.each([
  ['cookie', `session=${canary}; other=${key}`],
  ['set-cookie', `session=${canary}; Path=/`],
  ['authorization', `Bearer ${key}`],
  ['authorization', `Basic ${Buffer.from(`${key}:`).toString('base64')}`],
  ['proxy-authorization', `Digest username="${canary}"`],
  ['x-auth-token', `${canary} and more`],
  ['referer', `https://shop.example/?token=${canary}`],
  ['x-any', key],
])('the header %s: %s has no secret in the file', async (name, value) => {
  const service = await openService((_, outgoing) => void outgoing.setHeader(name, value).end(`"${canary}"`))
  const recorder = await openRecorder(service.url)
  await call(recorder.url, '/', { headers: { [name]: value } })
  await call(recorder.hook, '/', { headers: { [name]: value } })
  const text = recorder.text().replaceAll(`"text":"\\"${canary}\\""`, '')
  expect(text).not.toContain(canary)
  expect(text).not.toContain(key)
  expect(text).not.toContain(Buffer.from(`${key}:`).toString('base64'))
})

test('the same key has the same name everywhere, another has another', async () => {
  const recorder = await openEcho()
  await call(recorder.url, '/', { key: 'test_one_key', body: { reason: 'with test_one_key' } })
  await call(recorder.url, '/?key=test_two_key', { key: 'test_one_key' })
  await call(recorder.url, '/', { key: 'test_two_key' })
  const [first, second, third] = recorder.entries()
  const sentKey = (entry: Loose) => entry.request.headers.find((header: Loose) => header.name === 'authorization').value
  expect([first, second, third].map(sentKey)).toEqual(['test_REDACTED_1', 'test_REDACTED_1', 'test_REDACTED_2'])
  expect(first.request.postData.text).toBe('{"reason":"with test_REDACTED_1"}')
  expect(second.request).toMatchObject({ queryString: [{ name: 'key', value: 'test_REDACTED_2' }] })
})

test('what is not secret keeps its bytes', async () => {
  const recorder = await openEcho({ keepsPersonal: true })
  const body =
    '{ "test_mode" :true,"amount": 10.50, "10": 1e2, "é": "\\u00e9\\/", "api_key": "test", "accountName":"Ama" '
  await call(recorder.url, '/a?x=%20y&z=a+b', { key: 'test_one_key', body })
  const [{ request, response }] = recorder.entries()
  expect(request.postData.text).toBe(body)
  expect(response.content.text).toBe(body)
  expect(new URL(request.url).search).toBe('?x=%20y&z=a+b')
})

async function recordedBody(body: object): Promise<Loose> {
  const recorder = await openEcho()
  await call(recorder.url, '/', { key: 'test_one_key', body })
  return JSON.parse(recorder.entries()[0].request.postData.text)
}

test('names and numbers of customers become others of the same form, prefix kept', async () => {
  const { accountName, accountNumber, ...rest } = await recordedBody(mobileMoney())
  expect(accountName).toMatch(/^[A-Z][a-z]{2} [A-Z][a-z]{5}$/)
  expect(accountName).not.toMatch(/Ama|Mensah/)
  expect(accountNumber).toMatch(/^024 1\d\d \d{4}$/)
  expect(accountNumber).not.toBe('024 123 4567')
  const { accountName: _, accountNumber: __, ...sent } = mobileMoney()
  expect(rest).toEqual(sent)
})

test('the same number is the same, local or international, and in the texts of its entry', async () => {
  const { numbers, text } = await recordedBody({
    numbers: ['0241234567', '+233 24 123 4567', '233241234567', '0241234568'].map((accountNumber) => ({
      accountNumber,
    })),
    text: 'We called 0241234567 and 233241234567 at 1700000000',
  })
  const [local, spaced, international, other] = numbers.map(({ accountNumber }: Loose) => accountNumber)
  expect(local).toMatch(/^0241\d{6}$/)
  expect(international).toBe(`233${local.slice(1)}`)
  expect(spaced.replace(/\D/g, '')).toBe(international)
  expect(other).not.toBe(local)
  expect(text).toBe(`We called ${local} and ${international} at 1700000000`)
})

test.each(['024 123 4567', '024-123-4567', '+233 24 123 4567', '(024) 1234567', '0241234567 12'])(
  'a number that is written as %s in a text is replaced too',
  async (written) => {
    const { reason } = await recordedBody({ accountNumber: '0241234567', reason: `Call ${written} at 10` })
    expect(reason).toHaveLength(`Call ${written} at 10`.length)
    expect(reason.replace(/\D/g, '')).not.toMatch(/4123456|1234567/)
    expect(reason).toMatch(/ at 10$/)
  },
)

test('a customer is replaced under other names, in a dictionary of Python and in a header', async () => {
  const recorder = await openEcho()
  const body = `{'accountName': 'Efua Testname', 'client_secret': '${canary}', 'note': 'it is "so"', 'amount': 10}`
  const headers = { 'x-customer-name': 'Efua Testname', 'x-signature': signed('sha512', 'hex') }
  await call(recorder.url, '/', { body, headers: { ...headers, 'content-type': 'application/json' } })
  await call(recorder.url, '/', { body: { client: { name: 'Efua Testname' }, customer: 'Kojo Asare' } })
  expect(recorder.text()).not.toMatch(/Efua|Testname|Kojo|Asare/)
  expect(recorder.text()).not.toContain(headers['x-signature'])
  expectNone(recorder)
  expect(recorder.entries()[0].request.postData.text).toMatch(
    /^\{'accountName': '\w{4} \w{8}', 'client_secret': 'REDACTED_1', 'note': 'it is "so"', 'amount': 10\}$/,
  )
})

test('a full name is replaced in other texts and in other letters too; what is not a name stays', async () => {
  const body = await recordedBody({
    customer: { accountName: 'José Ofori-Atta', email: 'jose@shop.example', accountNumber: 'wallet-7' },
    message: 'Dear JOSÉ OFORI-ATTA, pay',
    virtual_account: { account_name: 'ACME / Ofori', account_number: '0123456789', bank_name: 'Bank' },
    merchantName: 'Ofori Shop',
    accountNumber: '123',
    accountName: '',
  })
  const { accountName, email, accountNumber } = body.customer
  expect(accountName).toMatch(/^[A-Z][a-z]{2}[^e ] [A-Z][a-z]{4}-[A-Z][a-z]{3}$/)
  expect(accountName).not.toMatch(/Jos|Ofori|Atta/)
  expect(email).toMatch(/^[a-z]{4}@[a-z]{4}\.[a-z]{7}$/)
  expect(accountNumber).toMatch(/^[a-z]{6}-7$/)
  expect(body.message).toBe(`Dear ${accountName.toUpperCase()}, pay`)
  const [, surname] = accountName.split(/[ -]/)
  expect(body.virtual_account).toEqual({
    account_name: `ACME / ${surname}`,
    account_number: '0123456789',
    bank_name: 'Bank',
  })
  expect(body).toMatchObject({ merchantName: 'Ofori Shop', accountNumber: '123', accountName: '' })
})

test('names and numbers stay with --keep-personal, secrets do not', async () => {
  const recorder = await openEcho({ keepsPersonal: true })
  await call(recorder.url, '/', { key, body: mobileMoney({ token: canary }) })
  expect(JSON.parse(recorder.entries()[0].request.postData.text)).toEqual(mobileMoney({ token: 'REDACTED_1' }))
})

function read(recorder: OpenedRecorder): readonly Entry[] {
  return readRecording(recorder.file).entries
}

const webhookBody = JSON.stringify({ status: 'COMPLETED', customer: { accountName: 'Ama Mensah' } })
const signed = (algorithm: string, encoding: 'hex' | 'base64', by = 'test_one_key') =>
  createHmac(algorithm, by).update(webhookBody).digest(encoding)

test.each([
  ['sha512-hex', 'X-Webhook-Signature', signed('sha512', 'hex'), { length: 128, alphabet: 'hex' }],
  ['sha256-hex', 'x-odd', `sha256=${signed('sha256', 'hex')}`, { length: 71, alphabet: 'other' }],
  ['sha512-base64', 'x-odd', signed('sha512', 'base64'), { length: 88, alphabet: 'base64' }],
  ['sha256-base64', 'x-odd', signed('sha256', 'base64'), { length: 44, alphabet: 'base64' }],
  [null, 'x-signature', signed('sha512', 'hex', 's3cret').toUpperCase(), { length: 128, alphabet: 'HEX' }],
])('a webhook shows how it is signed: %s in %s', async (hmac, header, value, facts) => {
  const service = await openService((_, outgoing) => void outgoing.end('{}'))
  const recorder = await openRecorder(service.url)
  await call(recorder.url, '/', { key: 'test_one_key' })
  await call(recorder.hook, '/hook', { body: webhookBody, headers: { [header]: value } })
  const [, webhook] = read(recorder)
  expect(webhook?.isWebhook).toBe(true)
  expect(webhook?.signature).toEqual({ header, hmac, ...facts })
  expect(recorder.text()).not.toContain(value)
})

test('without a key, the signature has only its form; without a signature there is none', async () => {
  const recorder = await openEcho()
  await call(recorder.hook, '/', { body: webhookBody, headers: { 'x-signature': signed('sha512', 'hex') } })
  await call(recorder.hook, '/', { body: webhookBody })
  const [one, other] = read(recorder)
  expect(one?.signature).toEqual({ header: 'x-signature', length: 128, alphabet: 'hex' })
  expect(other?.signature).toBeNull()
})

test('webhooks are answered 200, or what the shop answers, which gets their bytes', async () => {
  const shop = await openService((_, outgoing) => void outgoing.writeHead(418, { 'retry-after': '9' }).end('no'))
  const alone = await openEcho()
  expect((await call(alone.hook, '/', { body: '{}' })).status).toBe(200)
  const recorder = await openRecorder(shop.url, { forwardTo: `${shop.url}/hooks?a=1` })
  const { status, headers, text } = await call(recorder.hook, '/x', { body: webhookBody })
  expect([status, headers['retry-after'], text]).toEqual([418, '9', 'no'])
  const [{ incoming, raw } = expect.fail()] = shop.received
  expect([incoming.url, String(raw)]).toEqual(['/hooks?a=1', webhookBody])
  expect(recorder.entries()).toMatchObject([{ _webhook: true, response: { status: 418 } }])
})
