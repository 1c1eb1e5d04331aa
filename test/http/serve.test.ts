import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { configSchema } from '../../src/config.ts'
import type { HttpEnv } from '../../src/http/http-env.ts'
import { listen } from '../../src/http/port/listen.ts'
import { PortTaken, startSandbox } from '../../src/sandbox.ts'
import { openSandbox, openSharedSandbox } from '../support/opened-sandbox.ts'
import { temporaryFolder } from '../support/opened-store.ts'
import { startMerchant } from '../support/start-merchant.ts'
import { ask, openWire, requestText } from '../support/wire.ts'

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))
const shared = await openSharedSandbox()
const live = requestText('GET /_sandbox/health/live')
const key = { authorization: 'test_serve' }

const collection = (reference: string) =>
  JSON.stringify({
    amount: 5,
    currency: 'GHS',
    network: 'MTN',
    accountName: 'Ama',
    accountNumber: '0241234567',
    reason: 'Order',
    reference,
  })

/** Takes a port of an address until the test is over; 0 takes a free one. */
async function occupy(host: string, port = 0): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

const start = (port: number, data = ':memory:') =>
  startSandbox(configSchema.parse({ data, port, scenarios: [] }), {
    fault: () => {},
    hint: () => {},
    problem: () => {},
  })

test('the sandbox listens on 127.0.0.1 and says so', async () => {
  expect(shared.url).toBe(`http://127.0.0.1:${shared.port}`)
  expect((await ask(shared.port, live)).status).toBe(200)
})

test('the host localhost is both addresses of this machine', async () => {
  const { url, port } = await openSandbox({ host: 'localhost' })
  expect(url).toBe(`http://localhost:${port}`)
  for (const address of hasIpv6 ? ['127.0.0.1', '::1'] : ['127.0.0.1']) {
    const wire = await openWire(port, address)
    wire.write(live)
    expect((await wire.answer()).status).toBe(200)
    wire.destroy()
  }
})

test.skipIf(!hasIpv6)('the sandbox listens on ::1 too', async () => {
  const wire = await openWire(shared.port, '::1')
  wire.write(live)
  expect((await wire.answer()).status).toBe(200)
  wire.destroy()
})

test.each(hasIpv6 ? ['127.0.0.1', '::1'] : ['127.0.0.1'])(
  'a port that is taken on %s is refused, with the fix',
  async (host) => {
    const port = await occupy(host)
    const failure = await start(port).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(PortTaken)
    expect(failure).toHaveProperty(
      'message',
      `Port ${port} on ${host} is taken: stop what listens there, or start with --port 0 for a free one`,
    )
    // The address that was free has been let go again.
    if (host === '::1') await occupy('127.0.0.1', port)
  },
)

test('a port that is taken leaves no data folder behind, and is said before a folder that is in use', async () => {
  const folder = join(temporaryFolder(), 'data')
  await expect(start(await occupy('127.0.0.1'), folder)).rejects.toBeInstanceOf(PortTaken)
  expect(existsSync(folder)).toBe(false)
  const running = await start(0, folder)
  await expect(start(running.port, folder)).rejects.toBeInstanceOf(PortTaken)
  await running.close()
})

test('a call that comes before anything answers waits until something does', async () => {
  const open = await listen({ host: '127.0.0.1', port: 0 }, () => {})
  onTestFinished(() => open.close(0))
  const wire = await openWire(open.port)
  wire.write(requestText('POST /early', { expect: '100-continue' }, '{}'))
  expect((await wire.answer()).status).toBe(100)
  open.answer(async () => new Hono<HttpEnv>().post('/early', (context) => context.json({ answered: true })))
  expect((await wire.answer()).body).toEqual({ answered: true })
  wire.destroy()
})

test('requests sent together are answered in their order', async () => {
  const wire = await openWire(shared.port)
  const references = Array.from({ length: 50 }, (_, index) => `pipelined-${index}`)
  const creates = references.map((reference) =>
    requestText('POST /collections/mobilemoney', key, collection(reference)),
  )
  wire.write(Buffer.concat([...creates, requestText('GET /nothing'), live]))
  for (const reference of references) {
    expect(await wire.answer()).toMatchObject({ status: 200, body: { reference_business: reference } })
  }
  expect((await wire.answer()).status).toBe(404)
  expect((await wire.answer()).text).toBe('{"status":"ok"}')
  wire.destroy()
})

test('a slow answer is not overtaken on its connection, but on others', async () => {
  const merchant = await startMerchant()
  const shop = shared.shop({ callbackUrl: merchant.url })
  const wire = await openWire(shared.port)
  const waiting = requestText('GET /_sandbox/webhooks/wait?reference=scn:paid-at-once:1', { authorization: shop.key })
  wire.write(Buffer.concat([waiting, live]))
  expect((await ask(shared.port, live)).status).toBe(200)
  await shop.collect({ reference: 'scn:paid-at-once:1' })
  expect(await wire.answer()).toMatchObject({ status: 200, body: { status: 'delivered' } })
  expect((await wire.answer()).text).toBe('{"status":"ok"}')
  wire.destroy()
})

test('a caller that asks first whether to send its body gets 100 Continue', async () => {
  const wire = await openWire(shared.port)
  const body = collection('expects')
  const headers = { ...key, expect: '100-continue', 'content-length': String(body.length) }
  wire.write(requestText('POST /collections/mobilemoney', headers))
  expect((await wire.answer()).status).toBe(100)
  wire.write(body)
  expect((await wire.answer()).status).toBe(200)
  wire.destroy()
})

test('no call is tunnelled or upgraded', async () => {
  const tunnel = await openWire(shared.port)
  tunnel.write('CONNECT evil.example:443 HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await expect(tunnel.answer()).rejects.toThrow('after 0 bytes')
  const upgrade = { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' }
  expect((await ask(shared.port, requestText('GET /_sandbox/health/live', upgrade))).status).toBe(200)
})

test('bytes that are no HTTP are refused and the connection is closed', async () => {
  for (const bytes of [
    '\x16\x03\x01\x02\x00',
    'hello\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'GET /\u0001 HTTP/1.1\r\n\r\n',
  ]) {
    const wire = await openWire(shared.port)
    wire.write(bytes)
    expect((await wire.answer()).status).toBe(400)
    await wire.closed
  }
  expect((await ask(shared.port, requestText('GET /', { 'x-long': 'x'.repeat(20_000) }))).status).toBe(431)
})

test('a closing sandbox lets a request under way finish, then lets no other in', async () => {
  const sandbox = await openSandbox()
  const wire = await openWire(sandbox.port)
  const body = collection('last')
  wire.write(requestText('POST /collections/mobilemoney', { ...key, 'content-length': String(body.length) }))
  wire.write(body.slice(0, 20))
  expect((await ask(sandbox.port, live)).status).toBe(200)
  const closing = sandbox.close()
  await expect(openWire(sandbox.port)).rejects.toThrow('ECONNREFUSED')
  wire.write(body.slice(20))
  expect(await wire.answer()).toMatchObject({ status: 200, body: { reference_business: 'last' } })
  await wire.closed
  await closing
})
