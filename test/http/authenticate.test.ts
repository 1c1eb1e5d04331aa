import { expect, test } from 'vitest'
import { openSandbox, openSharedSandbox } from '../support/opened-sandbox.ts'
import { ask, requestText, type WireHeaders } from '../support/wire.ts'

const sandbox = await openSharedSandbox()

const find = (headers: WireHeaders) => ask(sandbox.port, requestText('GET /payments/1', headers))
const unauthorized = JSON.stringify({
  statusCode: 401,
  error: 'Unauthorized',
  message: 'Authentication failed due to invalid api_key',
})

test.each(['test_a', 'test_A-z_0', 'test_x,test_y', 'test_~/+="', `test_${'k'.repeat(250)}`, '  test_padded  '])(
  'the key %s is accepted',
  async (key) => {
    expect((await find({ authorization: key })).body).toEqual({
      statusCode: 404,
      message: 'Payment not found',
      error: 'Not Found',
    })
  },
)

test.each([
  null,
  '',
  'test_',
  'Test_x',
  'xtest_x',
  'test_x y',
  '"test_x"',
  'test_\u00e9',
  'test_x\ty',
  `test_${'k'.repeat(251)}`,
  'Bearer test_x',
  'Basic dGVzdF94Og==',
  'live_x',
  'Bearer live_x',
  '__proto__',
])('%j is refused', async (authorization) => {
  const answer = await find({ authorization })
  expect(answer).toMatchObject({ status: 401, text: unauthorized })
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
})

test('two Authorization headers are one that holds both, by a port and within the process', async () => {
  const { port, fetch } = await openSandbox()
  const pair = ['test_x', 'live_y'].map((key) => ['authorization', key] as [string, string])
  const lines = pair.map(([name, key]) => `${name}: ${key}\r\n`).join('')
  const sent = await ask(port, Buffer.from(`GET /payments/1 HTTP/1.1\r\nhost: localhost\r\n${lines}\r\n`))
  const within = await fetch('/payments/1', { headers: new Headers(pair) })
  expect(sent).toMatchObject({ status: 401, headers: { 'x-sandbox-hint': within.headers.get('x-sandbox-hint') } })
})

test.each([
  [null, /^send your test_ key in the Authorization header/],
  ['live_x', /^live_ keys are refused here/],
  ['Bearer test_x', /^send the key alone .* without a scheme word/],
  ['sandbox', /^a key is test_ and 1 to 250 visible ASCII/],
])('the hint beside the 401 of %j says what to send, also in the log', async (authorization, hint) => {
  sandbox.hints.length = 0
  const { headers } = await find({ authorization })
  expect(headers['x-sandbox-hint']).toMatch(hint)
  expect(sandbox.hints).toEqual([`GET /payments/1: ${headers['x-sandbox-hint']}`])
})

test.each([
  ['GET /payments/1', { authorization: 'live_5ecret' }],
  ['GET /payments/1', { authorization: 'Bearer live_5ecret' }],
  ['GET /payments/1?key=live_5ecret', {}],
  ['POST /collections/mobilemoney', { authorization: 'live_5ecret' }],
  ['GET /collections/mobilemoney?key=live_5ecret', { authorization: 'live_5ecret' }],
  ['GET /_sandbox/clock', { authorization: 'live_5ecret' }],
  ['GET /_sandbox/clock?key=live_5ecret', {}],
  ['POST /_sandbox/reset', { authorization: 'live_5ecret' }],
  ['GET /_sandbox/nothing?key=live_5ecret', { authorization: 'live_5ecret' }],
  ['GET /_sandbox/clock', { authorization: 'live_5ecret', host: 'evil.example' }],
  ['GET /_sandbox/clock', { authorization: 'live_5ecret', origin: 'http://evil.example' }],
])('%s with %j echoes the live key nowhere and stores nothing', async (line, headers) => {
  sandbox.hints.length = 0
  const answer = await ask(sandbox.port, requestText(line, headers, '{"reference":"r"}'))
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(JSON.stringify([answer, sandbox.hints, sandbox.faults])).not.toContain('5ecret')
  const businesses = await ask(sandbox.port, requestText('GET /_sandbox/businesses'))
  expect(businesses.text).toBe('[]')
})

test('with declared keys no other is accepted', async () => {
  const strict = await openSandbox({ keys: 'declared', businesses: { test_mine: {} } })
  const status = async (authorization: string) =>
    (await ask(strict.port, requestText('GET /payments/1', { authorization }))).status
  expect(await status('test_mine')).toBe(404)
  for (const key of ['test_other', 'test_sandbox', 'test_default', 'default', 'test_constructor']) {
    expect(await status(key)).toBe(401)
  }
})

// D1: route, key, body, fields.
test('a path that does not exist is shown before the key, and the key before the body', async () => {
  const status = async (line: string, headers: WireHeaders, body: string | Buffer) =>
    (await ask(sandbox.port, requestText(line, headers, body))).status
  const key = { authorization: 'test_order' }
  expect(await status('POST /collections/mobile', {}, 'no JSON')).toBe(404)
  expect(await status('POST /collections/mobile', key, Buffer.alloc(2_000_000, ' '))).toBe(404)
  expect(await status('POST /collections/mobilemoney', {}, 'no JSON')).toBe(401)
  expect(await status('POST /collections/mobilemoney', {}, Buffer.alloc(2_000_000, ' '))).toBe(401)
  expect(await status('POST /collections/mobilemoney', key, 'no JSON')).toBe(400)
  expect(await status('POST /collections/mobilemoney', key, Buffer.alloc(2_000_000, ' '))).toBe(413)
})
