import { execFileSync } from 'node:child_process'
import { closeSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { businessesIn } from '../../src/recordings/read/businesses.ts'
import { readRecording } from '../../src/recordings/read/read-recording.ts'
import type { RecordedEntry } from '../../src/recordings/read/recording.ts'
import { trafficIn } from '../../src/recordings/read/service-calls.ts'
import { folderWith } from '../support/cli.ts'

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

function messageOf(act: () => unknown): string {
  try {
    act()
  } catch (cause) {
    return String(cause)
  }
  return expect.fail('nothing was thrown')
}

function read(text: string | Buffer): readonly RecordedEntry[] {
  return readRecording(fileWith(text)).entries
}

test('the entries of a HAR are read, and of HTTP/2 the headers that are none are left out', () => {
  const [first, second, ...more] = read(har([call, elsewhere]))
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

test('a body in base64 is read, with a byte order mark before the file', () => {
  const text = Buffer.from('{"name":"é"}').toString('base64')
  const encoded = { ...call, response: { status: 200, headers: [], content: { text, encoding: 'base64' } } }
  const [entry] = read(`\uFEFF${har([encoded])}`)
  expect(entry?.response.body).toBe('{"name":"é"}')
})

test('NDJSON of fetch-like calls is read', () => {
  const line = {
    startedDateTime: at,
    _webhook: true,
    request: { method: 'POST', url: 'http://localhost/hook', headers: { 'X-Signature': 'ab' }, body: { id: 1 } },
    response: { status: 204 },
  }
  const [one, two] = read(`${JSON.stringify(line)}\n${JSON.stringify(line)}\n`)
  expect(one).toMatchObject({
    isWebhook: true,
    status: 204,
    request: { headers: { 'x-signature': 'ab' }, body: '{"id":1}' },
  })
  expect(two?.index).toBe(1)
})

test('a file that is cut off says at which byte, which entry was the last, and how to go on with it', () => {
  const whole = har([call, call])
  const end = whole.indexOf(',{"startedDateTime"')
  const file = fileWith(whole.slice(0, end + 40))
  expect(() => readRecording(file)).toThrow(
    `is cut off at byte ${end}; its last whole entry is #0. To keep that: (head -c ${end} ${file}; echo ']}}') > whole.har`,
  )
})

test('a cut file is whole after what its error says', () => {
  const whole = har([call, elsewhere, call])
  const file = fileWith(whole.slice(0, -60))
  const shell = /To keep that: (.*)/.exec(messageOf(() => readRecording(file)))?.[1] ?? ''
  const cwd = folderWith()
  execFileSync('sh', ['-c', shell], { cwd })
  expect(readRecording(join(cwd, 'whole.har')).entries).toHaveLength(2)
})

test.each([
  [
    'an entry that is not JSON',
    har([call, call]).replace('"time":12', '"time":012'),
    'is broken, and has no whole entry',
  ],
  [
    'a second one',
    har([elsewhere, call]).replace(/"time":12(?!.*"time")/, '"time":012'),
    /is broken at byte \d+; its last whole entry is #0/,
  ],
  [
    'a line that is cut off',
    `${JSON.stringify(call)}\n{"request":`,
    `is cut off at byte ${JSON.stringify(call).length + 1}`,
  ],
])('%s is said with its byte', (_what, text, message) => {
  expect(() => read(text)).toThrow(message)
})

test('a file of more than 64 MB says which entry is the last within', () => {
  const long = { ...elsewhere, response: { status: 200, headers: [], content: { text: 'a'.repeat(2 ** 20) } } }
  const text = har(Array.from({ length: 64 }, () => long))
  expect(() => read(text)).toThrow(/is larger than 64 MB: it can be cut at byte \d+; its last whole entry is #62/)
  expect(() => read(text.replace(/,"comment".*/, ''))).toThrow('is larger than 64 MB')
})

const head = '{"log":{"version":"1.2","creator":{"name":"payments-sandbox","version":"1"},"entries":['
const line = JSON.stringify(call)

test('an entry that record was writing when it was killed is the end, at each byte of it', () => {
  for (let kept = 0; kept < line.length + 8; kept++) {
    const text = `${head}\n${line},\n${line}\n]}}\n`.slice(0, head.length + line.length + 2 + kept)
    const { entries, isTorn } = readRecording(fileWith(text))
    expect([entries.length, isTorn]).toEqual([kept < line.length + 1 ? 1 : 2, kept < line.length + 5])
  }
})

test('a torn entry is not the end if a whole one follows, or if another program wrote the file', () => {
  const torn = `\n${line},\n${line.slice(0, 90)}`
  expect(readRecording(fileWith(head + torn)).isTorn).toBe(true)
  expect(() => read(`${head}${torn}\n,\n${line}\n]}}`)).toThrow(
    /is (?:cut off|broken) at byte \d+; its last whole entry is #0/,
  )
  expect(() => read(`${head.replace('payments-sandbox', 'other')}${torn}`)).toThrow('is cut off at byte')
})

test.each([
  ['an empty file', ''],
  ['another text', 'hello'],
  ['a file of bytes with braces', '12:4:type;{4:http;}'],
])('%s is not a recording', (_what, text) => {
  expect(() => read(text)).toThrow('is neither a HAR file nor NDJSON with a call in each line')
})

// What reads a pipe waits for a writer: here is one, which writes nothing.
test.skipIf(process.platform === 'win32')('a named pipe is refused', () => {
  const file = join(folderWith(), 'pipe.har')
  execFileSync('mkfifo', [file])
  const writer = openSync(file, 'r+')
  onTestFinished(() => closeSync(writer))
  expect(() => readRecording(file)).toThrow('is not a file')
})

/** An NDJSON entry whose request has a body of 5,000 levels. */
const deep = JSON.stringify({
  ...call,
  request: { ...call.request, postData: undefined, body: { a: 'DEEP' } },
}).replace('"DEEP"', '['.repeat(5000) + ']'.repeat(5000))

test('an entry of 5,000 levels is left out, and refused if there is no other', () => {
  const recording = readRecording(fileWith(`${deep}\n${line}\n`))
  expect([recording.unreadable, recording.entries.map(({ index }) => index)]).toEqual([[0], [1]])
  expect(() => trafficIn([readRecording(fileWith(`${deep}\n`))])).toThrow(
    /has no call to a path of the service: entry #0 has .*, or more than 64 levels$/,
  )
})

function businesses(entries: readonly object[]) {
  const traffic = trafficIn([readRecording(fileWith(har(entries)))])
  return { ...businessesIn(traffic), others: traffic.others }
}

test('calls to other hosts and paths are counted, and each key has its calls and its webhooks', () => {
  const other = JSON.parse(JSON.stringify(call).replaceAll('test_one', 'test_two').replaceAll('order-1', 'order-2'))
  const webhook = {
    startedDateTime: '2026-01-31T12:00:05.000Z',
    _webhook: true,
    request: {
      method: 'POST',
      url: 'http://localhost/hook',
      headers: [],
      postData: { text: '{"status":"COMPLETED","reference_business":"order-2"}' },
    },
    response: { status: 200, headers: [] },
  }
  const found = businesses([webhook, call, other, elsewhere, elsewhere])
  expect(found.others).toEqual(new Map([['elsewhere.example', 2]]))
  const shown = found.businesses.map(({ key, calls, transactions }) => [
    key,
    calls.map((one) => one.call.entry.index),
    transactions.map(({ webhooks }) => webhooks.map(({ entry }) => entry.index)),
  ])
  expect(shown).toEqual([
    ['test_one', [1], [[]]],
    ['test_two', [2], [[0]]],
  ])
})

test.each([
  ['without a key', []],
  ['with a key of another form', [{ name: 'authorization', value: 'secret' }]],
])("calls %s are the service's by their paths", (_what, headers) => {
  const found = businesses([{ ...call, request: { ...call.request, headers } }, elsewhere])
  expect(found.businesses.map(({ calls }) => calls.length)).toEqual([1])
})

test('a recording of a live key is refused, naming the entry and not the key', () => {
  const live = JSON.parse(JSON.stringify(call).replaceAll('test_one', 'live_secret'))
  expect(() => businesses([call, live])).toThrow(/entry #1 has a live key; record with a test key$/)
})

test('text of another host is not searched for keys', () => {
  const headers = [{ name: 'authorization', value: 'live_chat_widget' }]
  const chat = { ...elsewhere, request: { ...elsewhere.request, headers } }
  expect(businesses([call, chat]).others).toEqual(new Map([['elsewhere.example', 1]]))
})

test.each([
  [
    'without a time',
    [{ ...call, startedDateTime: undefined }],
    'has no call to a path of the service: entry #0 has no startedDateTime',
  ],
  [
    'without a response',
    [{ ...call, response: undefined }],
    /has no call to a path of the service: entry #0 has .*, no response, /,
  ],
  ['of another site', [elsewhere], 'has no call to a path of the service. It has calls to elsewhere.example'],
  [
    'without an answer of the service',
    [{ ...call, response: { status: 502, headers: [] } }],
    'shows nothing of the service: its calls have 502',
  ],
])('a recording %s is refused', (_what, entries, message) => {
  expect(() => businesses(entries)).toThrow(message)
})
