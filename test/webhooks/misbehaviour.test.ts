import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createWebhookClient, type WebhookClientOptions } from '../../src/webhooks/http/post.ts'
import {
  answers,
  type Behaviour,
  interim,
  misbehaviours,
  type Receiver,
  refusingPort,
  startReceiver,
} from '../support/misbehaving-receiver.ts'

const options = { policy: () => ({ exposed: false, own: null }), isContainer: false } satisfies WebhookClientOptions
const client = createWebhookClient(options)
const receivers: Receiver[] = []
const timeoutMs = 300

// The first webhook loads the HTTP client, which is not part of any attempt.
beforeAll(() => client.post({ url: 'http://127.0.0.1:1/', body: '', headers: {}, timeoutMs }))
afterAll(() => client.close())

afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()))
})

/** Posts to a receiver that behaves so; `{at}` in the outcome's error stands for its host and port. */
async function outcomeOf(behaviour: Behaviour) {
  const receiver = await startReceiver(behaviour)
  receivers.push(receiver)
  const { durationMs, ...outcome } = await client.post({ url: receiver.url, body: '{}', headers: {}, timeoutMs })
  expect(Number.isInteger(durationMs)).toBe(true)
  const error = outcome.error?.replaceAll(`127.0.0.1:${receiver.port}`, '{at}') ?? null
  return { receiver, outcome: { ...outcome, error } }
}

const saidNothing =
  '{at} took the webhook and said nothing; if this port speaks TLS, write https:// in the callback URL'
const unaskedSwitch =
  'malformed HTTP answer from {at}: it switches protocols (101), and the webhook did not ask for that'
const failures: Record<string, readonly [reason: string, error: string]> = {
  'resets before answering': ['lost', `the connection was reset before an answer: ${saidNothing}`],
  'closes before answering': ['lost', `the connection was closed before an answer: ${saidNothing}`],
  'never answers': [
    'timed-out',
    'timed out after 300ms: {at} took the webhook but did not answer; answer first, work afterwards',
  ],
  'drips a byte every 100 ms': [
    'timed-out',
    'timed out after 300ms: {at} took the webhook but did not answer; answer first, work afterwards',
  ],
  'never ends its answer': ['timed-out', 'timed out after 300ms: the answer of {at} (status 200) did not end'],
  'resets halfway': ['lost', 'the connection was lost in the middle of the answer (status 200)'],
  'closes halfway': ['lost', 'the connection was lost in the middle of the answer (status 200)'],
  'speaks no HTTP': [
    'malformed',
    'malformed HTTP answer from {at}: Response does not match the HTTP/1.1 protocol (Expected HTTP/, RTSP/ or ICE/)',
  ],
  'has a status of zeros': ['malformed', 'malformed HTTP answer from {at}: its status is below 100'],
  'hints and closes': [
    'lost',
    'the connection was closed before the final answer: {at} sent only an interim one (1xx)',
  ],
  'asks to continue and hangs': [
    'timed-out',
    'timed out after 300ms: {at} sent only an interim answer (1xx); answer first, work afterwards',
  ],
  'switches to another protocol': ['malformed', unaskedSwitch],
  'switches to no protocol': ['malformed', unaskedSwitch],
  'sends endless headers': ['malformed', 'malformed HTTP answer from {at}: its headers are longer than 16 KB'],
}

test.each(Object.entries(misbehaviours).filter(([name]) => name in failures))(
  'a receiver that %s gives no answer',
  async (name, behaviour) => {
    const { outcome } = await outcomeOf(behaviour)
    const [reason, error] = failures[name] ?? []
    expect(outcome).toEqual({ response: null, reason, error, sent: true })
  },
)

test('a port without a listener is named as the reason', async () => {
  const port = await refusingPort()
  const outcome = await client.post({ url: `http://127.0.0.1:${port}/`, body: '{}', headers: {}, timeoutMs })
  expect(outcome).toMatchObject({ response: null, reason: 'refused' })
  expect(outcome.error).toBe(`connection refused: nothing listens on 127.0.0.1:${port}; is your server started?`)
})

const { go, goes, works, hints } = interim

test.each([
  ['100', go],
  ['100 with a header', goes],
  ['103 with a header', hints],
  ['several', go + works + go + hints + goes],
])('an interim answer is not the answer: %s, whole and byte by byte', async (_which, first) => {
  for (const isSplit of [false, true]) {
    const { outcome } = await outcomeOf(answers(503, go, first, isSplit))
    expect(outcome).toEqual({ response: { status: 503, body: go }, error: null, sent: true })
  }
})

test('of a 64 MB answer the status counts, 4 KB are kept and the rest is not read', async () => {
  const { outcome, receiver } = await outcomeOf(misbehaviours['sends 64 MB'])
  expect(outcome).toEqual({ response: { status: 200, body: 'x'.repeat(4096) }, error: null, sent: true })
  if (receiver.open > 0) await receiver.next('close')
})

test('a gzip bomb is not unpacked', async () => {
  const { outcome, receiver } = await outcomeOf(misbehaviours['sends a gzip bomb'])
  expect(outcome.response?.status).toBe(200)
  expect(outcome.response?.body.length).toBeLessThanOrEqual(4096)
  expect(receiver.requests[0]).toContain('accept-encoding: identity\r\n')
})

test('a long answer is cut between characters, and what is not UTF-8 is marked', async () => {
  const long = await outcomeOf(answers(200, `a${'é'.repeat(4000)}`))
  expect(long.outcome.response?.body).toBe(`a${'é'.repeat(2047)}`)
  const latin = await outcomeOf((socket) =>
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nf\xe9e', 'latin1'),
  )
  expect(latin.outcome.response?.body).toBe('f�e')
})

test('an attempt that timed out leaves no connection behind and makes no new one', async () => {
  const { receiver } = await outcomeOf(misbehaviours['never answers'])
  if (receiver.open > 0) await receiver.next('close')
  await outcomeOf(answers(200))
  expect({ accepted: receiver.accepted, open: receiver.open }).toEqual({ accepted: 1, open: 0 })
})
