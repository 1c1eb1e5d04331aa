import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type Calling, call } from '../../support/call.ts'
import { openRecorder, openService } from '../../support/recording-proxy.ts'

const basic = `Basic ${Buffer.from('live_1234:').toString('base64')}`
const gzipped = gzipSync('{"key":"live_1234"}')

const live: readonly (readonly [place: string, path: string, calling: Calling])[] = [
  ['the header authorization', '/', { key: 'live_1234' }],
  ['the header authorization', '/', { key: 'Bearer live_1234' }],
  ['the header authorization', '/', { key: 'LIVE_1234' }],
  ['the header authorization', '/', { key: basic }],
  ['the header x-other', '/', { headers: { 'x-other': 'live_1234' } }],
  ['the address', '/pay?key=live_1234', {}],
  ['the address', '/pay?key=live%5F1234', {}],
  ['the address', '/pay?a=1%20%6Cive_1234', {}],
  ['the address', '/live_1234/pay', {}],
  ['the body', '/', { body: { deep: [{ key: 'live_1234' }] } }],
  ['the body', '/', { body: '{"key":"live_1234","key":"test_a"}' }],
  ['the body', '/', { body: '{"key":"\\u006cive_1234"}' }],
  ['the body', '/', { body: 'line\nlive_1234' }],
  ['the body', '/', { body: 'key=live_1234' }],
  ['the body', '/', { body: { login: { basic: Buffer.from('shop:live_1234').toString('base64') } } }],
  ['the body', '/', { body: { url: `data:text/plain;base64,${Buffer.from('live_1234').toString('base64')}` } }],
  ['the address', `/pay?auth=${encodeURIComponent(Buffer.from('key=live_1234').toString('base64'))}`, {}],
  ['the body', '/', { body: gzipped, headers: { 'content-encoding': 'gzip' } }],
]

test.each(live)('a live key in %s of %s is not sent and not recorded', async (place, path, calling) => {
  const service = await openService((_, outgoing) => void outgoing.end('{}'))
  const recorder = await openRecorder(service.url, { forwardTo: service.url })
  for (const url of [recorder.url, recorder.hook]) {
    const { status, body } = await call(url, path, calling)
    expect([status, body.error]).toEqual([403, 'Forbidden'])
    expect(body.message).toContain(`${place} has a live_ key`)
  }
  expect(service.received).toEqual([])
  expect(recorder.entries()).toEqual([])
  expect(recorder.problems).toHaveLength(2)
  expect(recorder.problems.join()).not.toContain('1234')
})

test.each([
  ['a property that has such a name', { live_mode: true, is_live_: 'x' }],
  ['a word that ends so', { reason: 'olive_oil, alive_1' }],
  ['the mode of a key', { api_key: 'live' }],
])('%s is not a live key', async (_what, body) => {
  const service = await openService((_, outgoing) => void outgoing.end('{}'))
  const recorder = await openRecorder(service.url)
  expect((await call(recorder.url, '/', { key: 'test_a', body })).status).toBe(200)
})

test('a live key that the service answers with is passed to the shop, and taken out of the recording', async () => {
  const service = await openService((_, outgoing) => void outgoing.end('{"text":"use live_1234"}'))
  const recorder = await openRecorder(service.url)
  expect((await call(recorder.url, '/')).text).toBe('{"text":"use live_1234"}')
  expect(recorder.entries()[0].response.content.text).toBe('{"text":"use live_REDACTED_1"}')
})

test('a key in base64, in a JSON value of an answer, is not recorded', async () => {
  const coded = (key: string) => Buffer.from(`shop:${key}`).toString('base64')
  const answer = JSON.stringify({ login: coded('live_1234'), other: { own: coded('test_1234') } })
  const service = await openService((_, outgoing) => void outgoing.end(answer))
  const recorder = await openRecorder(service.url)
  await call(recorder.url, '/pay', { key: 'test_1234' })
  const [{ response }] = recorder.entries()
  const { login, other } = JSON.parse(response.content.text)
  const plain = [login, other.own].map((text) => Buffer.from(text, 'base64').toString())
  expect(plain).toEqual(['shop:live_REDACTED_1', 'shop:test_REDACTED_1'])
})
