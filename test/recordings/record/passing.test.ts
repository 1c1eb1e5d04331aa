import { once } from 'node:events'
import { get as ask, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readRecording } from '../../../src/recordings/read/read-recording.ts'
import { call } from '../../support/call.ts'
import { freePort } from '../../support/free-port.ts'
import { openRecorder, openService } from '../../support/recording-proxy.ts'
import { until } from '../../support/until.ts'

/** The bytes of an answer, without the headers of the connection. */
async function rawAnswer(base: string, request: string): Promise<string> {
  const { hostname, port } = new URL(base)
  const socket = connect(Number(port), hostname)
  socket.write(request)
  const answer = await text(socket.setEncoding('latin1'))
  return answer.replace(/^(?:connection|keep-alive|transfer-encoding): .*\r\n/gim, '')
}

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: shop\r\nConnection: close\r\nAuthorization: test_a\r\n\r\n`
}

const compressed = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync } as const

test.each(Object.entries(compressed))(
  'an answer in %s passes as it is, and is recorded as text',
  async (name, compress) => {
    const bytes = compress('{"id":"é"}')
    const service = await openService((_, outgoing) => {
      outgoing.writeHead(200, [
        'X-Odd',
        '1',
        'x-odd',
        '2',
        'Content-Encoding',
        name,
        'Content-Length',
        String(bytes.length),
      ])
      outgoing.end(bytes)
    })
    const recorder = await openRecorder(service.url)
    const [direct, passed] = [await rawAnswer(service.url, get('/a')), await rawAnswer(recorder.url, get('/a'))]
    expect(passed.replace(/^date: .*$/im, '')).toBe(direct.replace(/^date: .*$/im, ''))
    expect(recorder.entries()[0].response.content).toMatchObject({ size: bytes.length, text: '{"id":"é"}' })
  },
)

test.each([
  [404, 'Nicht gefunden'],
  [429, 'Too Many Requests'],
  [503, 'Service Unavailable'],
])('status %i passes with its text, headers and bytes', async (status, statusText) => {
  const service = await openService((_, outgoing) => {
    outgoing.sendDate = false
    outgoing.writeHead(status, statusText, ['Retry-After', '7', 'Set-Cookie', 'a=12345678', 'Set-Cookie', 'b=2'])
    outgoing.end(Buffer.from([0xff, 0x00, 0x61]))
  })
  const recorder = await openRecorder(service.url)
  expect(await rawAnswer(recorder.url, get('/x'))).toBe(await rawAnswer(service.url, get('/x')))
  expect(recorder.entries()).toMatchObject([{ response: { status, content: { size: 3, text: '<text of 3>' } } }])
})

test('a call reaches the service with its path, headers and bytes', async () => {
  const service = await openService((_, outgoing) => void outgoing.writeHead(204).end())
  const recorder = await openRecorder(`${service.url}/v1/`)
  const body = Buffer.from('{"amount": 10.50, "é":1}')
  await call(recorder.url, '/a/../b%2fc?x=%20', {
    key: 'test_a',
    body,
    headers: { 'X-Mine': 'Yes', expect: '100-continue' },
  })
  const [{ incoming, raw } = expect.fail()] = service.received
  expect(incoming.url).toBe('/v1/a/../b%2fc?x=%20')
  expect(incoming.headers.host).toBe(new URL(service.url).host)
  expect(incoming.rawHeaders).toEqual(expect.arrayContaining(['X-Mine', 'Yes']))
  expect(raw).toEqual(body)
  const [entry] = recorder.entries()
  expect(entry.request).toMatchObject({ method: 'POST', bodySize: body.length })
})

test.each(['HEAD', 'DELETE', 'PUT', 'OPTIONS'])('%s passes without a body', async (method) => {
  const service = await openService((_, outgoing) => {
    outgoing.sendDate = false
    outgoing.writeHead(200, ['Content-Length', '2']).end('{}')
  })
  const recorder = await openRecorder(service.url)
  const ask = get('/a').replace('GET', method)
  expect(await rawAnswer(recorder.url, ask)).toBe(await rawAnswer(service.url, ask))
  const [{ incoming } = expect.fail()] = service.received
  expect([incoming.method, incoming.headers['transfer-encoding']]).toEqual([method, undefined])
})

test('a path of two slashes does not lead to another host, nor does an address in its place', async () => {
  const service = await openService((_, outgoing) => void outgoing.end('{}'))
  const recorder = await openRecorder(service.url)
  await rawAnswer(recorder.url, get('//elsewhere.example/a'))
  expect(service.received.map(({ incoming }) => incoming.url)).toEqual(['//elsewhere.example/a'])
  expect(await rawAnswer(recorder.url, get('http://elsewhere.example/a'))).toMatch(/^HTTP\/1.1 400 /)
  expect(service.received).toHaveLength(1)
})

test('a service that is down is a 502, which is recorded as no answer', async () => {
  const recorder = await openRecorder(`http://127.0.0.1:${await freePort()}`)
  const { status, body } = await call(recorder.url, '/a', { key: 'test_a', body: {} })
  expect(status).toBe(502)
  expect(body.message).toMatch(/^payments-sandbox record: no answer from http:\/\/127.0.0.1:\d+: connection refused/)
  expect(recorder.entries()).toMatchObject([{ response: { status: 502, _error: expect.stringContaining('refused') } }])
})

test('a service that hangs up in the middle of its answer hangs up on the shop, and the entry says so', async () => {
  const service = await openService((_, outgoing) => {
    outgoing.writeHead(200, { 'content-length': 10 }).write('abc')
    setImmediate(() => outgoing.destroy())
  })
  const recorder = await openRecorder(service.url)
  await expect(call(recorder.url, '/a')).rejects.toThrow('aborted')
  const [{ response }] = await until('the entry', () => (recorder.entries().length > 0 ? recorder.entries() : null))
  expect(response).toMatchObject({ status: 200, _error: 'aborted', content: { size: 3 } })
})

test('an answer passes while it comes', async () => {
  let end = () => {}
  const service = await openService((_, outgoing) => {
    outgoing.writeHead(200).write('first')
    end = () => outgoing.end('last')
  })
  const recorder = await openRecorder(service.url)
  const { port } = new URL(recorder.url)
  const incoming = await new Promise<IncomingMessage>((resolve) => ask({ port, path: '/a' }, resolve))
  const [first] = await once(incoming, 'data')
  expect(String(first)).toBe('first')
  expect(recorder.entries()).toEqual([])
  end()
  expect(await text(incoming)).toBe('last')
  expect(recorder.entries()).toHaveLength(1)
})

test('an answer of more than 1 MB passes whole, and is written as cut', async () => {
  const service = await openService((_, outgoing) => void outgoing.end('a'.repeat(2 ** 20 + 1)))
  const recorder = await openRecorder(service.url)
  expect((await call(recorder.url, '/a')).bytes).toHaveLength(2 ** 20 + 1)
  expect(recorder.entries()[0].response.content).toEqual({ size: 2 ** 20 + 1, mimeType: '', _cut: true })
  expect(recorder.text().length).toBeLessThan(2000)
})

test('a call of more than 1 MB is refused: it cannot be searched for a key', async () => {
  const service = await openService((_, outgoing) => void outgoing.end('{}'))
  const recorder = await openRecorder(service.url)
  const { status } = await call(recorder.url, '/a', { body: 'a'.repeat(2 ** 20 + 1) })
  expect([status, service.received.length, recorder.entries().length]).toEqual([413, 0, 0])
  expect(recorder.problems).toEqual([expect.stringContaining('its body has more than 1 MB')])
})

test('a webhook that the service gave up on has no answer, and the time that the service waited', async () => {
  const shop = await openService(() => {})
  const recorder = await openRecorder(shop.url, { forwardTo: shop.url })
  const { port } = new URL(recorder.hook)
  const outgoing = request({ port, method: 'POST', path: '/hook' }).on('error', () => {})
  outgoing.end('{}')
  await until('the webhook', () => shop.received[0])
  outgoing.destroy()
  await until('the entry', () => recorder.entries()[0])
  const [entry] = readRecording(recorder.file).entries
  expect(entry).toMatchObject({ isWebhook: true, status: 0 })
  expect(recorder.entries()[0].response._error).toContain('the caller hung up')
})

test('webhooks are answered 200, or what the shop answers, which gets their bytes', async () => {
  const shop = await openService((_, outgoing) => void outgoing.writeHead(418, { 'retry-after': '9' }).end('no'))
  const alone = await openRecorder(shop.url)
  expect((await call(alone.hook, '/', { body: '{}' })).status).toBe(200)
  const recorder = await openRecorder(shop.url, { forwardTo: `${shop.url}/hooks?a=1` })
  const { status, headers, text } = await call(recorder.hook, '/x', { body: '{ "status":"FAILED"}' })
  expect([status, headers['retry-after'], text]).toEqual([418, '9', 'no'])
  const [{ incoming, raw } = expect.fail()] = shop.received
  expect([incoming.url, String(raw)]).toEqual(['/hooks?a=1', '{ "status":"FAILED"}'])
  expect(recorder.entries()).toMatchObject([{ _webhook: true, response: { status: 418 } }])
})

test('a call without an answer is written when the recorder stops', async () => {
  const service = await openService(() => {})
  const recorder = await openRecorder(service.url)
  const answer = call(recorder.url, '/a', { key: 'test_a', body: {} })
  await until('the call', () => service.received[0])
  await recorder.stop()
  expect((await answer).status).toBe(502)
  expect(recorder.entries()[0].response._error).toContain('record was stopped')
})

test('a call is in the file before its answer has come', async () => {
  const service = await openService((_, outgoing) => void outgoing.end('{}'))
  const recorder = await openRecorder(service.url)
  expect(recorder.entries()).toEqual([])
  for (let count = 1; count <= 5; count++) {
    await call(recorder.url, '/balance')
    expect(recorder.entries()).toHaveLength(count)
  }
})
