import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openSharedSandbox } from '../support/opened-sandbox.ts'
import { ask, openWire, requestText, type WireAnswer, type WireHeaders } from '../support/wire.ts'

const sandbox = await openSharedSandbox()

const asking = (line: string, headers: WireHeaders = {}, body = ''): Promise<WireAnswer> =>
  ask(sandbox.port, requestText(line, headers, body))

const notFound = (message: string) => JSON.stringify({ statusCode: 404, error: 'Not Found', message })

test.each([
  'GET /',
  'POST /collections/virtualaccount',
  'POST /collections/mobilemoney/',
  'POST /collections/MobileMoney',
  'POST /collections/mobile%6Doney',
  'POST /collections//mobilemoney',
  'POST /collections/../collections/mobilemoney',
  'POST /collections/mobilemoney#top',
  'POST /collections/mobilemoney%20',
  'POST /v1/collections/mobilemoney',
  'GET /payments',
  'GET /payments/1/',
  'GET /%zz',
  'GET /a"b<c>d\'e',
  'GET /_sandboxes',
  'OPTIONS *',
])('%s is a 404 that repeats it, with or without a key', async (line) => {
  for (const authorization of [null, 'test_x', 'live_x', 'Bearer test_x']) {
    const answer = await asking(line, { authorization })
    expect(answer).toMatchObject({ status: 404, text: notFound(`Cannot ${line}`) })
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  }
})

test('the query is not part of the path', async () => {
  for (const query of ['?', '?a=1', '?a=/b?c', '?\\', '?%zz', '?a#b']) {
    expect((await asking(`GET /collections/mobilemoney${query}`)).text).toBe(
      notFound('Cannot GET /collections/mobilemoney'),
    )
    expect((await asking(`GET /payments/1${query}`, { authorization: 'test_x' })).body).toEqual({
      statusCode: 404,
      message: 'Payment not found',
      error: 'Not Found',
    })
    expect((await asking(`GET http://localhost/payments/1/2${query}`)).text).toBe(notFound('Cannot GET /payments/1/2'))
  }
})

test('any path is repeated as it was sent', async () => {
  const wire = await openWire(sandbox.port)
  const visible = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code))
  const piece = fc.oneof(
    visible,
    fc.constantFrom('/', '//', '..', '%2e', '%', '%00', '\\', ':id', '*', 'payments', '{id}'),
  )
  const path = fc.array(piece, { maxLength: 30 }).map((pieces) => `/${pieces.join('').replaceAll('?', '')}`)
  await fc.assert(
    fc.asyncProperty(path, async (sent) => {
      wire.write(requestText(`PUT ${sent}`, { authorization: 'test_x' }))
      expect(await wire.answer()).toMatchObject({ status: 404, text: notFound(`Cannot PUT ${sent}`) })
    }),
    { numRuns: 500 },
  )
  wire.destroy()
})

test.each([
  ['GET /collections/mobilemoney', '/collections/mobilemoney takes POST, not GET'],
  ['HEAD /payments/1', '/payments/1 takes GET, not HEAD'],
  ['POST /collections/mobile-money', 'did you mean POST /collections/mobilemoney?'],
  ['POST /collections/virtualaccount', 'did you mean POST /collections/virtual-account?'],
  ['POST /Collections/MobileMoney/', 'did you mean POST /collections/mobilemoney?'],
  [
    'GET /',
    'the page of the sandbox is at /_sandbox/, its reference at /_sandbox/docs; to wait until it is ready, ask /_sandbox/health/live',
  ],
  ['POST /disbursements', 'did you mean POST /disbursements/bank or POST /disbursements/mobilemoney?'],
  ['GET /payments/', 'did you mean GET /payments/{id}?'],
  ['POST /payments/', 'did you mean GET /payments/{id}?'],
])('%s carries a hint outside the body, and in the log', async (line, hint) => {
  sandbox.hints.length = 0
  expect((await asking(line)).headers['x-sandbox-hint']).toBe(hint)
  expect(sandbox.hints).toEqual([`${line}: ${hint}`])
})

test.each(['docs/testing.md', 'docs/ci.md'])(
  'the addresses that %s has for tools that wait are answered',
  async (page) => {
    const text = readFileSync(join(import.meta.dirname, '..', '..', page), 'utf8')
    const paths = [...text.matchAll(/(\/_sandbox\/health\/\w+)/g)].map(([, path]) => path)
    expect(new Set(paths)).toEqual(new Set(['/_sandbox/health/live']))
    expect(text).toContain('http-get://127.0.0.1:4747/_sandbox/health/live')
    expect((await asking('GET /_sandbox/health/live')).status).toBe(200)
  },
)

test('a path that is like no other carries no hint', async () => {
  expect((await asking('GET /wp-login.php')).headers).not.toHaveProperty('x-sandbox-hint')
})

test.each([
  ['POST /_sandbox', 'Cannot POST /_sandbox', undefined],
  ['GET /_sandbox/infos?x=1', 'Cannot GET /_sandbox/infos', 'did you mean GET /_sandbox/info?'],
  [
    'GET /_sandbox/health',
    'Cannot GET /_sandbox/health',
    'did you mean GET /_sandbox/health/live or GET /_sandbox/health/ready?',
  ],
  ['GET /_sandbox/info/', 'Cannot GET /_sandbox/info/', 'did you mean GET /_sandbox/info?'],
  ['POST /_sandbox/info', 'Cannot POST /_sandbox/info', '/_sandbox/info takes GET, not POST'],
  ['GET /_sandbox/clock/advance', 'Cannot GET /_sandbox/clock/advance', '/_sandbox/clock/advance takes POST, not GET'],
])('under /_sandbox %s is shown in the shape of its own errors', async (line, message, hint) => {
  expect(await asking(line)).toMatchObject({
    status: 404,
    text: JSON.stringify({ error: { code: 'not_found', message, hint } }),
  })
})

test('an unread body does not disturb the next request of the connection', async () => {
  const wire = await openWire(sandbox.port)
  wire.write(requestText('POST /nothing', {}, 'x'.repeat(500_000)))
  wire.write(requestText('GET /_sandbox/health/live'))
  expect((await wire.answer()).status).toBe(404)
  expect((await wire.answer()).text).toBe('{"status":"ok"}')
  wire.destroy()
})
