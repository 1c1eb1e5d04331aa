import { expect, test } from 'vitest'
import { openSandbox, openSharedSandbox } from '../support/opened-sandbox.ts'
import { ask, requestText, type WireAnswer, type WireHeaders } from '../support/wire.ts'

const sandbox = await openSharedSandbox({ allowHost: ['Payments', 'sandbox.internal'] })
const { port } = sandbox
const control = 'GET /_sandbox/clock'
const service = 'GET /payments/1'

const asking = (line: string, headers: WireHeaders = {}): Promise<WireAnswer> => ask(port, requestText(line, headers))
const withPort = (text: string) => text.replaceAll('PORT', String(port))

test.each([
  'localhost',
  'localhost.',
  'localhost:65535',
  'shop.localhost',
  'shop.localhost.',
  'host.docker.internal',
  'gateway.docker.internal',
  'host.containers.internal:4747',
  'host.lima.internal',
  'host.testcontainers.internal',
  '127.0.0.1',
  '127.0.0.1:PORT',
  '[::1]',
  '[::1]:PORT',
  'payments',
  'PAYMENTS:4747',
  'sandbox.internal.',
])('the Host %s is let in', async (name) => {
  const host = withPort(name)
  expect(await asking(control, { host })).toMatchObject({ status: 200, body: { mode: 'frozen' } })
  expect(await asking(service, { host, authorization: 'test_x' })).toMatchObject({ status: 404 })
})

test.each([
  'evil.example',
  'localhost.evil.example',
  'xlocalhost',
  '127.0.0.1.evil.example:4747',
  'host.docker.internal.evil.example',
  'evil.docker.internal',
  'metadata.google.internal',
  'payments.evil.example',
  'x.payments',
  '127.0.0.2',
  '0.0.0.0',
  '192.168.1.5',
  '[::]',
  '[::ffff:127.0.0.1]',
  '::1',
  'localhost:99999',
  'localhost,evil.example',
  'evil.example#.localhost',
  'localhost@evil.example',
  'evil.example@localhost',
  '',
])('the Host %j is refused on every path', async (host) => {
  for (const line of [control, service, 'POST /collections/mobilemoney', 'OPTIONS /', 'HEAD /', 'GET /nothing']) {
    expect((await asking(line, { host, authorization: 'test_x' })).status).toBe(403)
  }
})

test('a refused Host is shown by name, with the setting that allows it', async () => {
  expect((await asking(service, { host: 'Web-1:4747' })).body).toEqual({
    error: {
      code: 'host_not_allowed',
      message: 'The Host "Web-1:4747" is not one this sandbox answers to',
      hint: 'start it with --allow-host web-1',
    },
  })
})

test('a request of HTTP/1.1 without a Host is refused by the protocol, one of HTTP/1.0 by the sandbox', async () => {
  expect(await asking(control, { host: null })).toMatchObject({ status: 400, headers: { connection: 'close' } })
  const old = Buffer.from('GET /_sandbox/clock HTTP/1.0\r\n\r\n')
  expect(await ask(port, old)).toMatchObject({ status: 403, body: { error: { code: 'host_not_allowed' } } })
})

test.each([[['localhost', 'evil.example']], [['evil.example', 'localhost']], [['localhost', 'localhost']]])(
  'two Host headers, %j, are refused',
  async (host) => {
    expect((await asking(control, { host })).status).toBe(403)
    expect((await asking(service, { host })).status).toBe(403)
  },
)

test.each([
  ['http://localhost/_sandbox/clock', 200],
  ['http://127.0.0.1:1/_sandbox/clock?key=http://evil.example', 401],
  ['https://localhost/payments/1', 401],
  ['HTTP://LOCALHOST/payments/1?x=1', 401],
  ['http://localhost', 404],
  ['http://localhost?x=1', 404],
  ['http://evil.example/_sandbox/clock', 403],
  ['http://localhost@evil.example/payments/1', 403],
  ['http:///payments/1', 403],
])('of the absolute target %s the host goes before the header (RFC 9112 3.2.2): %s', async (target, status) => {
  for (const host of ['localhost', 'evil.example'])
    expect((await asking(`GET ${target}`, { host })).status).toBe(status)
  expect((await asking(`GET ${target}`, { host: ['localhost', 'localhost'] })).status).toBe(403)
})

test('an absolute target is answered as its path is, and a token is demanded of it too', async () => {
  const key = { authorization: 'test_absolute' }
  expect((await asking(`GET http://127.0.0.1:${port}/balance`, key)).text).toBe(
    (await asking('GET /balance', key)).text,
  )
  const body = { statusCode: 404, error: 'Not Found', message: 'Cannot GET /' }
  expect((await asking('GET http://localhost')).body).toEqual(body)
  expect((await asking('POST http://localhost/payments/1')).body).toEqual({
    ...body,
    message: 'Cannot POST /payments/1',
  })
  const guarded = await openSandbox({ token: 'secret' })
  const clock = requestText('GET http://localhost/_sandbox/clock')
  expect((await ask(guarded.port, clock)).status).toBe(403)
})

test('the allowed Host * is every name without a dot, and *.NAME every name with one label before it', async () => {
  const { port } = await openSandbox({ allowHost: ['*', '*.svc.cluster.local'] })
  const statusOf = async (host: string) => (await ask(port, requestText(control, { host }))).status
  for (const host of ['payments', 'Payments-1:4747', 'my_shop', 'pay.svc.cluster.local']) {
    expect(await statusOf(host)).toBe(200)
  }
  for (const host of ['evil.example', 'a.b.svc.cluster.local', 'svc.cluster.local', '10.0.0.1', '[fd00::1]', '*']) {
    expect(await statusOf(host)).toBe(403)
  }
})

test('the own address may call /_sandbox from a browser', async () => {
  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, 'shop.localhost', 'payments:80']) {
    for (const origin of [`http://${host}`, `http://${host.toUpperCase()}`]) {
      const headers = { host, origin, 'sec-fetch-site': 'same-origin' }
      expect((await asking(control, headers)).status).toBe(200)
    }
  }
})

test.each([
  'null',
  '',
  'http://evil.example',
  'http://localhost:3000',
  'http://localhost',
  'https://localhost:PORT',
  'http://127.0.0.1:PORT',
  'http://shop.localhost:PORT',
  'http://localhost:PORT.evil.example',
  'http://localhost:PORT, http://localhost:PORT',
  'localhost:PORT',
  'file://',
])('the Origin %j may not call /_sandbox of localhost, but may call the service', async (named) => {
  const origin = withPort(named)
  const headers = { host: `localhost:${port}`, origin, authorization: 'test_x' }
  for (const line of [control, 'POST /_sandbox/reset', 'OPTIONS /_sandbox/reset', 'GET /_sandbox', 'GET /_sandbox?x']) {
    expect(await asking(line, headers)).toMatchObject({ status: 403, body: { error: { code: 'origin_not_allowed' } } })
  }
  expect((await asking(service, headers)).body).toEqual({
    statusCode: 404,
    message: 'Payment not found',
    error: 'Not Found',
  })
})

test('a second Origin line does not hide a foreign one', async () => {
  const own = `http://localhost:${port}`
  for (const origin of [
    [own, 'http://evil.example'],
    ['http://evil.example', own],
  ]) {
    expect((await asking(control, { host: `localhost:${port}`, origin })).status).toBe(403)
  }
})

test('a cross-site fetch may not use /_sandbox, with any other header', async () => {
  const cross = { host: `localhost:${port}`, 'sec-fetch-site': 'cross-site' }
  expect((await asking(control, cross)).status).toBe(403)
  expect((await asking(control, { ...cross, origin: `http://localhost:${port}` })).status).toBe(403)
  expect((await asking(service, { ...cross, authorization: 'test_x' })).status).toBe(404)
  for (const site of ['same-origin', 'same-site', 'none']) {
    expect((await asking(control, { 'sec-fetch-site': site })).status).toBe(200)
  }
})

test('no answer ever carries a CORS header', async () => {
  const preflight = {
    host: `localhost:${port}`,
    origin: 'http://evil.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type',
    'access-control-request-private-network': 'true',
  }
  const own = { ...preflight, origin: `http://localhost:${port}` }
  for (const headers of [preflight, own, { ...own, authorization: 'test_x' }, { ...own, host: 'evil.example' }]) {
    for (const line of [control, service, 'OPTIONS /_sandbox/reset', 'OPTIONS /collections/mobilemoney', 'GET /no']) {
      const names = Object.keys((await asking(line, headers)).headers)
      expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  }
})

test('with a token /_sandbox demands it, and the service does not', async () => {
  const guarded = await openSandbox({ token: 'correct horse' })
  const status = async (line: string, headers: WireHeaders) =>
    (await ask(guarded.port, requestText(line, headers))).status
  expect(await status(control, { 'x-sandbox-token': 'correct horse' })).toBe(200)
  for (const token of [null, '', 'correct', 'Correct horse', 'correct horse, correct horse', 'x']) {
    expect(await status(control, { 'x-sandbox-token': token })).toBe(403)
  }
  for (const line of [
    'POST /_sandbox',
    'GET /_sandbox/clock?token=correct%20horse',
    'POST /_sandbox/reset',
    'GET /_sandbox/no',
  ]) {
    expect(await status(line, {})).toBe(403)
  }
  expect(await status(service, { authorization: 'test_x' })).toBe(404)
  expect((await ask(guarded.port, requestText(control))).body).toEqual({
    error: {
      code: 'token_required',
      message: 'This sandbox demands its token under /_sandbox',
      hint: 'send the token it was started with in the header x-sandbox-token',
    },
  })
})

test.each([
  '/%5Fsandbox/info',
  '/_sandbo%78/info',
  '//_sandbox/info',
  '/./_sandbox/info',
  '/x/../_sandbox/info',
  '/_SANDBOX/info',
  '/_sandbox;/info',
  '/_sandbox%2Finfo',
  '/\\_sandbox/info',
  '/_sandbox\\info',
])('%s is no way around the token', async (path) => {
  const guarded = await openSandbox({ token: 'secret' })
  expect((await ask(guarded.port, requestText(`GET ${path}`, { authorization: 'test_x' }))).body).toEqual({
    statusCode: 404,
    error: 'Not Found',
    message: `Cannot GET ${path}`,
  })
})
