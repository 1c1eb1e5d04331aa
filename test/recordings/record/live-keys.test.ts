import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type Calling, call } from '../../support/call.ts'
import { openRecorder, openService } from '../../support/recording-proxy.ts'

const basic = `Basic ${Buffer.from('live_1234:').toString('base64')}`
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const gzipped = { body: gzipSync('{"key":"live_1234"}'), headers: { 'content-encoding': 'gzip' } }

const live: readonly (readonly [place: string, path: string, calling: Calling])[] = [
  ['the header authorization', '/', { key: 'live_1234' }],
  ['the header authorization', '/', { key: 'Bearer live_1234' }],
  ['the header authorization', '/', { key: 'Own scheme="LIVE_1234"' }],
  ['the header authorization', '/', { key: basic }],
  ['the header x-api-key', '/', { headers: { 'x-api-key': 'live_1234' } }],
  ['the header X-Secret-Key', '/', { headers: { 'X-Secret-Key': 'live_1234' } }],
  ['the parameter key', '/pay?key=live_1234', {}],
  ['the parameter apiKey', '/pay?a=1&apiKey=%6Cive%5F1234', {}],
  ['the field key', '/', { body: { key: 'live_1234' } }],
  ['the field api_key', '/', { body: '{"api_key":"\\u006cive_1234"}' }],
  ['the field clientSecret', '/', { body: { clientSecret: 'live_1234' } }],
  ['the field token', '/', { body: 'a=1&token=live_1234', headers: form }],
  ['the field key', '/', gzipped],
]

test.each(live)('a live key in %s of %s is not sent and not recorded', async (place, path, calling) => {
  const service = await openService((_, outgoing) => void outgoing.end('{}'))
  const recorder = await openRecorder(service.url)
  const { status, body } = await call(recorder.url, path, calling)
  expect([status, body.error]).toEqual([403, 'Forbidden'])
  expect(body.message).toBe(
    `payments-sandbox record: ${place} has a live_ key: it is not sent and not recorded; use a test_ key`,
  )
  expect(service.received).toEqual([])
  expect(recorder.entries()).toEqual([])
  expect(recorder.problems.join()).toContain(place)
  expect(recorder.problems.join()).not.toContain('1234')
})

test.each([
  ['a field of another name', { reason: 'live_1234', live_mode: true, monkey: 'live_1234' }],
  ['a field within another', { metadata: { key: 'live_1234' } }],
  ['the mode of a key', { api_key: 'live' }],
])('%s is not a credential: the call is sent, and the text is not in the file', async (_what, body) => {
  const service = await openService((_, outgoing) => void outgoing.end('{"message":"use live_1234"}'))
  const recorder = await openRecorder(service.url)
  expect(await call(recorder.url, '/', { key: 'test_a', body })).toMatchObject({
    status: 200,
    text: '{"message":"use live_1234"}',
  })
  expect(recorder.text()).not.toContain('live_1')
})
