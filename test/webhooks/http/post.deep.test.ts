import { afterEach, expect, test } from 'vitest'
import { monotonicMs } from '../../../src/time.ts'
import type { AddressPolicy } from '../../../src/webhooks/address-policy.ts'
import {
  createWebhookClient,
  stopped,
  type WebhookClient,
  type WebhookClientOptions,
} from '../../../src/webhooks/http/post.ts'
import {
  answers,
  type Behaviour,
  misbehaviours,
  type Receiver,
  refusingPort,
  startReceiver,
} from '../../support/misbehaving-receiver.ts'

const opened: { close(): Promise<void> }[] = []
const local: AddressPolicy = { exposed: false, own: null }

afterEach(async () => {
  await Promise.all(opened.splice(0).map((part) => part.close()))
})

function client(options: Partial<WebhookClientOptions> = {}): WebhookClient {
  const made = createWebhookClient({ policy: () => local, ...options })
  opened.push(made)
  return made
}

async function receiver(behave: Behaviour, where?: Parameters<typeof startReceiver>[1]): Promise<Receiver> {
  const made = await startReceiver(behave, where)
  opened.push(made)
  return made
}

const post = { body: '{}', headers: {}, timeoutMs: 2000 }
const ok = { response: { status: 200, body: 'ok' }, error: null }

test('a webhook arrives byte for byte, with its headers', async () => {
  const merchant = await receiver(answers(200, 'ok'))
  const body = '{"reason":"Fête 🎉"}'
  const headers = { 'content-type': 'application/json', 'x-webhook-signature': 'abc' }
  const url = `http://127.0.0.1:${merchant.port}/hooks/a%20b?x=1&y=%C3%A9`
  expect(await client().post({ ...post, url, body, headers })).toMatchObject(ok)
  const [head, sent] = merchant.requests[0]?.split('\r\n\r\n') ?? []
  expect(sent).toBe(body)
  expect(head?.split('\r\n')).toEqual([
    'POST /hooks/a%20b?x=1&y=%C3%A9 HTTP/1.1',
    `host: 127.0.0.1:${merchant.port}`,
    'connection: keep-alive',
    'content-type: application/json',
    'x-webhook-signature: abc',
    'accept-encoding: identity',
    'content-length: 23',
  ])
})

const shortage = () => Object.assign(new Error('too many open files'), { code: 'EMFILE' })

test('an attempt that finds no file descriptor goes on once there is one', async () => {
  const merchant = await receiver(answers(200, 'ok'))
  let lookups = 0
  const out = client({
    resolve: async () => {
      lookups++
      if (lookups < 3) throw shortage()
      return [{ address: '127.0.0.1', family: 4 }]
    },
  })
  expect(await out.post({ ...post, url: `http://merchant.test:${merchant.port}/` })).toMatchObject(ok)
  expect([lookups, merchant.requests.length]).toEqual([3, 1])
})

test('user and password in the URL are basic authentication', async () => {
  const merchant = await receiver(answers(200))
  await client().post({ ...post, url: `http://shop:p%40ss@127.0.0.1:${merchant.port}/` })
  expect(merchant.requests[0]).toContain(`authorization: Basic ${Buffer.from('shop:p@ss').toString('base64')}\r\n`)
})

// The client sets a connection free one turn after the answer, so the webhook that follows at once takes a second one.
test('webhooks in a row reuse their connections', async () => {
  const merchant = await receiver(answers(200))
  const out = client()
  for (let sent = 0; sent < 20; sent += 1) await out.post({ ...post, url: merchant.url })
  expect(merchant.requests).toHaveLength(20)
  expect(merchant.accepted).toBeLessThanOrEqual(2)
})

test('origins that rest keep no connection open, and are connected to again', async () => {
  const merchant = await receiver(answers(200, 'ok'))
  const out = client()
  const shops = Array.from({ length: 100 }, (_, shop) => `http://shop-${shop}.localhost:${merchant.port}/`)
  for (const url of shops) expect(await out.post({ ...post, url })).toMatchObject(ok)
  while (merchant.open > 0) await merchant.next('close')
  for (const url of shops.slice(0, 3)) expect(await out.post({ ...post, url })).toMatchObject(ok)
  expect(merchant).toMatchObject({ accepted: 103 })
})

test.each(['127.0.0.1', '::1'])('localhost and names under it reach a server on %s only', async (host) => {
  const merchant = await receiver(answers(200, 'ok'), { host })
  const out = client()
  for (const name of ['localhost', 'LOCALHOST', 'localhost.', 'shop.localhost']) {
    expect(await out.post({ ...post, url: `http://${name}:${merchant.port}/` })).toMatchObject(ok)
  }
  expect(merchant.requests).toHaveLength(4)
})

test.each(['127.0.0.1', '127.9.9.9', 'localhost', 'shop.localhost', '[::1]'])(
  'in a container a refused connection to %s names the address of the host',
  async (host) => {
    const port = await refusingPort()
    const { error } = await client({ isContainer: true }).post({ ...post, url: `http://${host}:${port}/` })
    expect(error).toBe(
      `connection refused: nothing listens on ${host}:${port}; is your server started? ` +
        '(one outside this container is at host.docker.internal)',
    )
  },
)

test('every name that leads to a forbidden address is refused', async () => {
  const out = client({ resolve: async () => [{ address: '169.254.169.254', family: 4 }] })
  const { response, error } = await out.post({ ...post, url: 'http://shop.example/' })
  expect(response).toBeNull()
  expect(error).toMatch(/^address refused: shop\.example is 169\.254\.169\.254/)
})

test('of several addresses only the allowed ones are tried', async () => {
  const merchant = await receiver(answers(200, 'ok'))
  const resolve = async () => [
    { address: '169.254.169.254', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ]
  const out = client({ resolve })
  expect(await out.post({ ...post, url: `http://shop.example:${merchant.port}/` })).toMatchObject(ok)
})

test('an unknown name is named as the reason', async () => {
  // A label of 64 letters cannot exist, so this fails without asking a DNS server.
  const name = `${'a'.repeat(64)}.invalid`
  const { error } = await client().post({ ...post, url: `http://${name}/` })
  expect(error).toBe(`host name cannot be resolved: ${name}:80; check the spelling of the callback URL`)
})

test.each(['', 'shop.example/hook', 'ftp://127.0.0.1/', 'http://', 'http://1.2.3.4.5/'])(
  '%j is not a callback URL',
  async (url) => {
    const { response, error } = await client().post({ ...post, url })
    expect({ response, error }).toEqual({
      response: null,
      error: `the callback URL is not an http or https URL: ${url}`,
    })
  },
)

test('an abort stops an attempt that waits for its answer and closes its connection', async () => {
  const silent = await receiver(misbehaviours['never answers'])
  const control = new AbortController()
  const attempt = client().post({ ...post, url: silent.url, signal: control.signal })
  await silent.next('request')
  const closed = silent.next('close')
  control.abort()
  expect(await attempt).toMatchObject(stopped)
  await closed
  expect(silent).toMatchObject({ accepted: 1, open: 0 })
})

test('an abort stops an attempt that waits for TLS and closes its connection', async () => {
  const silent = await receiver(misbehaviours['never answers'])
  const control = new AbortController()
  const attempt = client().post({ ...post, url: silent.url.replace('http:', 'https:'), signal: control.signal })
  await silent.next('connection')
  const closed = silent.next('close')
  control.abort()
  expect(await attempt).toMatchObject(stopped)
  await closed
  expect(silent).toMatchObject({ accepted: 1, open: 0 })
})

// A process that was suspended finds the deadline passed and the answer waiting, both at once.
test('an answer that came in time counts, also when it is read after the deadline', async () => {
  const merchant = await receiver((socket) => {
    answers(200, 'ok')(socket)
    const until = monotonicMs() + 300
    while (monotonicMs() < until);
  })
  const out = client()
  await out.post({ ...post, url: merchant.url })
  expect(await out.post({ ...post, url: merchant.url, timeoutMs: 200 })).toMatchObject(ok)
})

test('closing stops what is under way, leaves no connection open and lets nothing out afterwards', async () => {
  const silent = await receiver(misbehaviours['never answers'])
  const merchant = await receiver(answers(200, 'ok'))
  const out = client()
  expect(await out.post({ ...post, url: merchant.url })).toMatchObject(ok)
  const attempt = out.post({ ...post, url: silent.url })
  await silent.next('request')
  const closed = Promise.all([silent.next('close'), merchant.next('close')])
  await out.close()
  expect(await attempt).toMatchObject(stopped)
  await closed
  expect(await out.post({ ...post, url: merchant.url })).toMatchObject(stopped)
  expect(merchant).toMatchObject({ accepted: 1, open: 0 })
})
