import { expect, test } from 'vitest'
import { endOfTurn } from '../../src/time/tuned-turn-end.ts'
import { call } from '../support/call.ts'
import { openSharedSandbox } from '../support/opened-sandbox.ts'
import { ask, openWire, requestText, type WireHeaders } from '../support/wire.ts'

const sandbox = await openSharedSandbox()
const path = '/collections/mobilemoney'
const mebibyte = 1024 * 1024
let references = 0

const send = (body: string | Buffer, headers: WireHeaders = {}) =>
  ask(sandbox.port, requestText(`POST ${path}`, { authorization: 'test_body', ...headers }, body))

const notAnObject = JSON.stringify({
  statusCode: 400,
  message: 'Request body must be a valid JSON object',
  error: 'Bad Request',
})
const tooLarge = JSON.stringify({
  statusCode: 413,
  message: 'Request body is too large',
  error: 'Payload Too Large',
})

/** A valid body with a reference of its own, filled up with white space to `bytes`. */
function collection(changes: object = {}, bytes = 0): string {
  const reference = `order-${++references}`
  const body = { amount: 5, currency: 'GHS', network: 'MTN', accountName: 'Ama', accountNumber: '0241234567' }
  return JSON.stringify({ ...body, reason: 'Order', reference, ...changes }).padEnd(bytes)
}

/** Objects or lists in each other, `levels` deep. */
function nested(levels: number, open: string, close: string): string {
  return `${open.repeat(levels - 1)}{}${close.repeat(levels - 1)}`
}

test.each([
  ['an overlong slash', Buffer.from([...Buffer.from('{"reason":"'), 0xc0, 0xaf, ...Buffer.from('"}')])],
  ['half a surrogate pair', Buffer.from([...Buffer.from('{"reason":"'), 0xed, 0xa0, 0x80, ...Buffer.from('"}')])],
  ['half a character', Buffer.from([...Buffer.from('{"reason":"'), 0xf0, 0x9f, ...Buffer.from('"}')])],
  ['65 levels of lists', `{"metadata":${nested(64, '[', ']')}}`],
  ['500,000 levels', `{"metadata":${nested(500_000, '[', ']')}}`],
])('%s is not a JSON object', async (_what, body) => {
  expect(await send(body)).toMatchObject({ status: 400, text: notAnObject })
})

test('64 levels, the body being the first, are read', async () => {
  const metadata = JSON.parse(nested(63, '{"a":', '}'))
  expect(await send(collection({ metadata }))).toMatchObject({ status: 200, body: { metadata } })
  const lists = JSON.parse(`{"a":${nested(62, '[', ']')}}`)
  expect(await send(collection({ metadata: lists }))).toMatchObject({ status: 200, body: { metadata: lists } })
})

test('of duplicate keys the last wins', async () => {
  const body = collection().replace('"amount":5', '"amount":-1,"amount":"x","amount":7')
  expect(await send(body)).toMatchObject({ status: 200, body: { amount: 7 } })
})

test.each([
  null,
  'application/json',
  'application/json; charset=latin1',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  ';;',
])('the content type %j does not matter', async (type) => {
  const answer = await send(collection({ reason: 'Fête 🎉' }), { 'content-type': type })
  expect(answer).toMatchObject({ status: 200, body: { reason: 'Fête 🎉' } })
})

test('a GET without a body may name a content type, and one with a body is answered too', async () => {
  const headers = { authorization: 'test_body', 'content-type': 'application/json' }
  for (const body of ['', 'no JSON', 'x'.repeat(200_000)]) {
    expect((await ask(sandbox.port, requestText('GET /payments/1', headers, body))).body).toMatchObject({
      message: 'Payment not found',
    })
  }
})

test('a body of exactly 1 MiB is read, with a length and in chunks', async () => {
  const body = () => collection({}, mebibyte)
  expect((await send(body())).status).toBe(200)
  expect((await send(chunked(body(), 60_000), chunkedHeaders)).status).toBe(200)
  expect((await send(chunked(body(), mebibyte), chunkedHeaders)).status).toBe(200)
})

const chunkedHeaders = { 'transfer-encoding': 'chunked', 'content-length': null }

function chunked(body: string, size: number): Buffer {
  const parts: string[] = []
  for (let from = 0; from < body.length; from += size) {
    const part = body.slice(from, from + size)
    parts.push(`${part.length.toString(16)}\r\n${part}\r\n`)
  }
  return Buffer.from(`${parts.join('')}0\r\n\r\n`)
}

test('a byte more is too large, with a length and in chunks', async () => {
  const body = collection({}, mebibyte + 1)
  for (const answer of [await send(body), await send(chunked(body, 60_000), chunkedHeaders)]) {
    expect(answer).toMatchObject({ status: 413, text: tooLarge, headers: { connection: 'close' } })
  }
})

test('the 413 comes at once and closes the connection, also when the rest of the body never comes', async () => {
  for (const headers of [{ 'content-length': '9000000000' }, chunkedHeaders]) {
    const wire = await openWire(sandbox.port)
    wire.write(requestText(`POST ${path}`, { authorization: 'test_body', ...headers }))
    wire.write(headers === chunkedHeaders ? '200000\r\n' : '')
    wire.write(Buffer.alloc(mebibyte + 1, ' '))
    expect((await wire.answer()).text).toBe(tooLarge)
    await wire.closed
  }
})

test('a length over the limit is answered before the body comes, and the connection closed in order', async () => {
  for (const [path, expected] of [
    ['/collections/mobilemoney', tooLarge],
    ['/_sandbox/reset', '{"error":{"code":"too_large","message":"Request body is too large"}}'],
  ]) {
    const wire = await openWire(sandbox.port)
    const length = { 'content-length': String(mebibyte + 1) }
    wire.write(requestText(`POST ${path}`, { authorization: 'test_body', ...length }))
    expect(await wire.answer()).toMatchObject({ status: 413, text: expected, headers: { connection: 'close' } })
    // Who sends its body all the same is not reset, which could take the answer away.
    wire.write(Buffer.alloc(mebibyte + 1, ' '))
    expect(await wire.closed).toBeUndefined()
  }
})

test('an HTTP client that sends 8 MB gets the 413, not a broken connection', async () => {
  for (let times = 0; times < 20; times += 1) {
    const answer = await call(sandbox.url, path, { key: 'test_body', body: Buffer.alloc(8_000_000, ' ') })
    expect(answer).toMatchObject({ status: 413, text: tooLarge })
  }
})

test('a body that comes byte by byte is read whole', async () => {
  const wire = await openWire(sandbox.port)
  const request = requestText(`POST ${path}`, { authorization: 'test_body' }, collection({ reason: 'Fête 🎉' }))
  for (const byte of request) {
    wire.write(Buffer.of(byte))
    await new Promise<void>((resolve) => endOfTurn(resolve))
  }
  expect(await wire.answer()).toMatchObject({ status: 200, body: { reason: 'Fête 🎉' } })
  wire.destroy()
})

test('a caller that goes away in the middle of its body is not a fault', async () => {
  for (const method of ['POST /collections/mobilemoney', 'POST /_sandbox/reset']) {
    const wire = await openWire(sandbox.port)
    wire.write(requestText(method, { authorization: 'test_body', 'content-length': '100' }, '{"amount"'))
    // An answer to a later connection shows that the first bytes have been read.
    expect((await send(collection())).status).toBe(200)
    wire.destroy()
    await wire.closed
    expect((await send(collection())).status).toBe(200)
  }
  expect(sandbox.faults).toEqual([])
})

test('a control call may come without a body, but not with one that is not an object', async () => {
  const control = (body: string) => ask(sandbox.port, requestText('POST /_sandbox/reset', {}, body))
  expect((await control('')).status).toBe(200)
  expect((await control('{}')).status).toBe(200)
  const message = 'Request body must be a valid JSON object'
  for (const body of ['[]', 'null', '{', ' ']) {
    const error = { code: 'invalid', message, hint: expect.stringMatching(/^the body (is|ends)/) }
    expect(await control(body)).toMatchObject({ status: 400, body: { error } })
  }
  expect((await control('{} {}')).body).toEqual({ error: { code: 'invalid', message } })
  expect(await control(' '.repeat(mebibyte + 1))).toMatchObject({
    status: 413,
    text: '{"error":{"code":"too_large","message":"Request body is too large"}}',
  })
})
