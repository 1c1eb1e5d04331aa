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

test('an attempt that finds none until its deadline says so', async () => {
  const out = client({ resolve: () => Promise.reject(shortage()) })
  expect(await out.post({ ...post, timeoutMs: 300, url: 'http://merchant.test:81/' })).toMatchObject({
    response: null,
    error:
      'no connection to merchant.test:81: the sandbox has no file descriptor left for it; start it with more (ulimit -n)',
    sent: false,
  })
})

test('a body given as bytes is sent as it is', async () => {
  const merchant = await receiver(answers(200))
  await client().post({ ...post, url: merchant.url, body: Buffer.from('{"é":1}') })
  expect(merchant.requests[0]).toMatch(/\r\n\r\n\{"é":1\}$/)
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

test('localhost without a server is refused once both its addresses are', async () => {
  const port = await refusingPort()
  const { error, sent } = await client({ isContainer: false }).post({ ...post, url: `http://localhost:${port}/` })
  expect({ error, sent }).toEqual({
    error: `connection refused: nothing listens on localhost:${port}; is your server started?`,
    sent: false,
  })
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

test('in a container a refused connection to another machine says nothing of containers', async () => {
  const port = await refusingPort()
  const out = client({ isContainer: true, resolve: async () => [{ address: '127.0.0.1', family: 4 }] })
  const { error } = await out.post({ ...post, url: `http://shop.example:${port}/` })
  expect(error).toBe(`connection refused: nothing listens on shop.example:${port}; is your server started?`)
})

test('the sandbox never connects to its own port', async () => {
  const sandbox = await receiver(answers(200))
  const out = client({ policy: () => ({ ...local, own: { addresses: ['127.0.0.1'], port: sandbox.port } }) })
  for (const host of ['127.0.0.1', '127.1', 'localhost', 'shop.localhost.', '[::ffff:127.0.0.1]']) {
    const { error } = await out.post({ ...post, url: `http://${host}:${sandbox.port}/` })
    expect(error).toContain('is this sandbox itself')
  }
  expect(sandbox.accepted).toBe(0)
})

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

test('an exposed sandbox names the setting that would let the webhook out', async () => {
  const merchant = await receiver(answers(200))
  const out = client({ policy: () => ({ exposed: true, allow: ['10.0.0.0/8'], own: null }) })
  const { error } = await out.post({ ...post, url: merchant.url })
  expect(error).toBe(
    'address refused: 127.0.0.1 is not in the setting callbackAllow: add "127.0.0.1" to it to send webhooks there',
  )
  expect(merchant.accepted).toBe(0)
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

test('a header that HTTP does not allow is an outcome, not an exception', async () => {
  const { error } = await client().post({ ...post, url: 'http://127.0.0.1:9/', headers: { 'not a name': 'x' } })
  expect(error).toBe('the webhook could not be sent: invalid header key')
})

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

test('a time-out while TLS is set up closes the connection', async () => {
  const silent = await receiver(misbehaviours['never answers'])
  const closed = silent.next('close')
  const url = silent.url.replace('http:', 'https:')
  const { error } = await client().post({ ...post, url, timeoutMs: 200 })
  expect(error).toBe(`timed out after 200ms: no connection to 127.0.0.1:${silent.port}`)
  await closed
})

test('a name server that never answers takes no more than the time-out', async () => {
  const out = client({ resolve: () => new Promise(() => {}) })
  const { error, sent } = await out.post({ ...post, url: 'http://shop.example/', timeoutMs: 200 })
  expect({ error, sent }).toEqual({ error: 'timed out after 200ms: no connection to shop.example:80', sent: false })
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

test('an attempt whose signal has fired before it began sends nothing', async () => {
  const merchant = await receiver(answers(200))
  expect(await client().post({ ...post, url: merchant.url, signal: AbortSignal.abort() })).toMatchObject(stopped)
  expect(merchant.accepted).toBe(0)
})

test('one signal stops many attempts, sent ones and ones that wait for a connection', async () => {
  const silent = await receiver(misbehaviours['never answers'])
  const warnings: Error[] = []
  const warned = (warning: Error) => warnings.push(warning)
  process.on('warning', warned)
  const control = new AbortController()
  const out = client()
  const attempt = () => out.post({ ...post, url: silent.url, signal: control.signal })
  const first = attempt()
  await silent.next('request')
  const attempts = [first, ...Array.from({ length: 19 }, attempt)]
  control.abort()
  expect(await Promise.all(attempts)).toMatchObject(Array.from({ length: 20 }, () => stopped))
  await out.close()
  process.off('warning', warned)
  expect({ warnings, requests: silent.requests.length }).toEqual({ warnings: [], requests: 1 })
})

test('many webhooks at once to a dead port are all refused at once', async () => {
  const url = `http://127.0.0.1:${await refusingPort()}/`
  const out = client()
  const outcomes = await Promise.all(Array.from({ length: 40 }, () => out.post({ ...post, url })))
  expect(new Set(outcomes.map(({ error }) => error?.slice(0, 18)))).toEqual(new Set(['connection refused']))
})

test('an origin that comes back to life is served at once', async () => {
  const port = await refusingPort()
  const out = client()
  const url = `http://127.0.0.1:${port}/`
  await Promise.all(Array.from({ length: 8 }, () => out.post({ ...post, url })))
  await receiver(answers(200, 'ok'), { port })
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => out.post({ ...post, url })))
  expect(outcomes).toMatchObject(Array.from({ length: 8 }, () => ok))
})

test('a receiver that resets every connection fails each of many webhooks once', async () => {
  const merchant = await receiver(misbehaviours['resets before answering'])
  const out = client()
  const outcomes = await Promise.all(Array.from({ length: 40 }, () => out.post({ ...post, url: merchant.url })))
  expect(outcomes.filter(({ error }) => error?.includes('before an answer'))).toHaveLength(40)
  expect(merchant.requests).toHaveLength(40)
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

test('a client that sent nothing closes at once', async () => {
  expect(await client().close()).toBeUndefined()
})
