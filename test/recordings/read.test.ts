import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseConfig } from '../../src/config.ts'
import { compareRecordings } from '../../src/recordings/compare/compare.ts'
import { ownCalls } from '../../src/recordings/read/own-calls.ts'
import { readRecording } from '../../src/recordings/read/read-recording.ts'
import type { Entry } from '../../src/recordings/read/recording.ts'
import { folderWith } from '../support/cli.ts'
import { quiet } from '../support/recorded-sandbox.ts'

const at = '2026-01-31T12:00:00.000Z'
const call = {
  startedDateTime: at,
  time: 12,
  request: {
    method: 'POST',
    url: 'https://service.example/collections/mobilemoney',
    headers: [
      { name: ':authority', value: 'service.example' },
      { name: 'Authorization', value: 'test_one' },
    ],
    postData: { mimeType: 'application/json', text: '{"reference":"order-1","reason":"\\"entries\\": [{"}' },
  },
  response: { status: 200, headers: [], content: { text: '{"id":"1"}' } },
}
const elsewhere = {
  ...call,
  request: { method: 'GET', url: 'https://elsewhere.example/a.png', headers: [] },
}

/** The text of a HAR file, with the members that real programs write beside the entries. */
function har(entries: readonly object[]): string {
  const pages = [{ id: 'page_1', pageTimings: { entries: [{ no: 'entry' }] } }]
  return JSON.stringify({ log: { version: '1.2', pages, entries, comment: '}]' } })
}

function fileWith(text: string | Buffer): string {
  const file = join(folderWith(), 'recording.har')
  writeFileSync(file, text)
  return file
}

async function read(text: string | Buffer): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const entry of readRecording(fileWith(text))) entries.push(entry)
  return entries
}

test('the entries of a HAR are read, and of HTTP/2 the headers that are none are left out', async () => {
  const [first, second, ...more] = await read(har([call, elsewhere]))
  expect(more).toEqual([])
  expect(first).toMatchObject({
    index: 0,
    at: Date.parse(at),
    method: 'POST',
    status: 200,
    isWebhook: false,
    request: { headers: { authorization: 'test_one' }, body: call.request.postData.text },
    response: { body: '{"id":"1"}' },
  })
  expect(second).toMatchObject({ index: 1, request: { body: null } })
})

test('a body in base64 is read, with a byte order mark before the file', async () => {
  const text = Buffer.from('{"name":"é"}').toString('base64')
  const encoded = { ...call, response: { status: 200, headers: [], content: { text, encoding: 'base64' } } }
  const [entry] = await read(`\uFEFF${har([encoded])}`)
  expect(entry?.response.body).toBe('{"name":"é"}')
})

test('NDJSON of fetch-like calls is read', async () => {
  const line = {
    startedDateTime: at,
    _webhook: true,
    request: { method: 'POST', url: 'http://localhost/hook', headers: { 'X-Signature': 'ab' }, body: { id: 1 } },
    response: { status: 204 },
  }
  const [one, two] = await read(`${JSON.stringify(line)}\n${JSON.stringify(line)}\n`)
  expect(one).toMatchObject({
    isWebhook: true,
    status: 204,
    request: { headers: { 'x-signature': 'ab' }, body: '{"id":1}' },
  })
  expect(two?.index).toBe(1)
})

test('an entry over many pieces of the file is read whole', async () => {
  const long = { ...call, response: { status: 200, headers: [], content: { text: 'ü'.repeat(200_000) } } }
  const entries = await read(har([long, long, call]))
  expect(entries.map(({ response }) => response.body?.length)).toEqual([200_000, 200_000, 10])
})

test('a file that is cut off says at which byte, and which entry was the last', async () => {
  const whole = har([call, call])
  const cut = whole.indexOf('{"startedDateTime"', whole.indexOf('{"startedDateTime"') + 1)
  await expect(read(whole.slice(0, cut + 40))).rejects.toThrow(`is cut off at byte ${cut}; its last whole entry is #0`)
})

test.each([
  ['an empty file', ''],
  ['another text', 'hello'],
  ['a file of bytes with braces', '12:4:type;{4:http;}'],
])('%s is not a recording', async (_what, text) => {
  await expect(read(text)).rejects.toThrow('is neither a HAR file nor NDJSON with a call in each line')
})

function own(entries: readonly object[]) {
  return ownCalls(readRecording(fileWith(har(entries))))
}

test('calls to other hosts are counted, and each key has its calls and its webhooks', async () => {
  const other = JSON.parse(JSON.stringify(call).replaceAll('test_one', 'test_two').replaceAll('order-1', 'order-2'))
  const webhook = {
    startedDateTime: '2026-01-31T12:00:05.000Z',
    _webhook: true,
    request: {
      method: 'POST',
      url: 'http://localhost/hook',
      headers: [],
      postData: { text: '{"reference_business":"order-2"}' },
    },
    response: { status: 200, headers: [] },
  }
  const { businesses, others } = await own([webhook, call, other, elsewhere, elsewhere])
  expect(others).toEqual(new Map([['elsewhere.example', 2]]))
  expect([...businesses].map(([key, entries]) => [key, entries.map(({ index }) => index)])).toEqual([
    ['test_one', [1]],
    ['test_two', [2, 0]],
  ])
})

test('a call without a key to the host of the service is its own', async () => {
  const keyless = { ...call, request: { ...call.request, headers: [] } }
  const { businesses } = await own([call, keyless])
  expect(businesses.get('test_one')).toHaveLength(2)
})

test('a recording of a live key is refused, naming the entry and not the key', async () => {
  const live = JSON.parse(JSON.stringify(call).replaceAll('test_one', 'live_secret'))
  await expect(own([call, live])).rejects.toThrow(/entry #1 has a live key; record with a test key$/)
})

test.each([
  ['in the body of a call', { request: { ...call.request, postData: { text: '{"note":"live_secret1234"}' } } }],
  ['in escapes', { request: { ...call.request, postData: { text: '{"note":"\\u006cive_secret1234"}' } } }],
  ['in an answer', { response: { status: 200, headers: [], content: { text: '{"api_key":"live_secret1234"}' } } }],
  [
    'in a webhook',
    { _webhook: true, request: { ...call.request, headers: [], postData: { text: '{"k":"live_secret1234"}' } } },
  ],
])('a live key %s is refused too', async (_where, changes) => {
  await expect(own([call, { ...call, ...changes }])).rejects.toThrow(/entry #1 has a live key; record with a test key$/)
})

test('text of another host is not searched for keys', async () => {
  const chat = { ...elsewhere, response: { status: 200, headers: [], content: { text: 'live_chat_widget' } } }
  expect((await own([call, chat])).others).toEqual(new Map([['elsewhere.example', 1]]))
})

test('entries without a time are said to lack it', async () => {
  const { startedDateTime: _, ...timeless } = call
  const file = fileWith(har([timeless, timeless]))
  await expect(compareRecordings([file], parseConfig({}), quiet)).rejects.toThrow(
    'has no call with startedDateTime, an http address and a response: see entry #0 and 1 more',
  )
})

test('a recording of another site says which hosts it has', async () => {
  await expect(own([elsewhere])).rejects.toThrow('has no call with a test_ key. It has calls to elsewhere.example')
})
