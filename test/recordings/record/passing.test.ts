import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
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
  expect(recorder.entries()).toMatchObject([{ response: { status, statusText, content: { encoding: 'base64' } } }])
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
  expect(entry.request).toMatchObject({ method: 'POST', postData: { text: '{"amount": 10.50, "é":1}' } })
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

test('a service that hangs up in the middle of its answer is a 502', async () => {
  const service = await openService((_, outgoing) => {
    outgoing.writeHead(200, { 'content-length': 10 }).write('abc')
    setImmediate(() => outgoing.destroy())
  })
  const recorder = await openRecorder(service.url)
  expect((await call(recorder.url, '/a')).status).toBe(502)
  expect(recorder.entries()).toHaveLength(1)
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

test('the file is whole after each call, and has no other beside it when it ends', async () => {
  const service = await openService((_, outgoing) => void outgoing.end('{}'))
  const recorder = await openRecorder(service.url)
  expect(recorder.entries()).toEqual([])
  for (let count = 1; count <= 5; count++) {
    await call(recorder.url, `/${count}`)
    expect(recorder.entries().map(({ request }) => new URL(request.url).pathname.slice(1))).toEqual(
      Array.from({ length: count }, (_, at) => String(at + 1)),
    )
  }
})
