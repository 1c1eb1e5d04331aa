import { createServer } from 'node:http'
import type { Server } from 'node:net'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createWebhookClient } from '../../../src/webhooks/http/post.ts'
import { certificates } from '../../support/certificates.ts'
import { answers, type Receiver, startReceiver } from '../../support/misbehaving-receiver.ts'

const policy = () => ({ exposed: false, own: null }) as const
const trusting = createWebhookClient({ policy, ca: certificates.authority })
const plain = createWebhookClient({ policy })
const receivers: Receiver[] = []

afterAll(() => Promise.all([trusting.close(), plain.close()]))

afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()))
})

async function secure(cert: string, behave = answers(200, 'ok')): Promise<Receiver> {
  const receiver = await startReceiver(behave, { tls: { key: certificates.key, cert } })
  receivers.push(receiver)
  return receiver
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

const post = { body: '{}', headers: {}, timeoutMs: 2000 }

test.each(['127.0.0.1', 'localhost', 'localhost.'])(
  'a webhook goes to https://%s when its certificate is sound',
  async (host) => {
    const merchant = await secure(certificates.good)
    const outcome = await trusting.post({ ...post, url: `https://${host}:${merchant.port}/` })
    expect(outcome).toMatchObject({ response: { status: 200, body: 'ok' }, error: null })
  },
)

test('an expired certificate is refused', async () => {
  const merchant = await secure(certificates.expired)
  const { error } = await trusting.post({ ...post, url: merchant.url })
  expect(error).toBe(`the TLS certificate of 127.0.0.1:${merchant.port} has expired: renew it`)
})

test("another host's certificate is refused", async () => {
  const merchant = await secure(certificates.elsewhere)
  const { error } = await trusting.post({ ...post, url: merchant.url })
  expect(error).toBe(`the TLS certificate of 127.0.0.1:${merchant.port} is made out to another host name`)
})

test('a self-signed certificate is refused, and two ways out are named', async () => {
  const merchant = await secure(certificates.selfSigned)
  const { error } = await plain.post({ ...post, url: merchant.url })
  expect(error).toContain('is self-signed: use http://, or start the sandbox with NODE_EXTRA_CA_CERTS')
})

test('a certificate of an unknown issuer is refused', async () => {
  const merchant = await secure(certificates.good)
  const { error } = await plain.post({ ...post, url: merchant.url })
  expect(error).toContain('has an unknown issuer')
})

test('https to a server without TLS says so', async () => {
  const server = createServer()
  const port = await portOf(server)
  const { error } = await plain.post({ ...post, url: `https://127.0.0.1:${port}/` })
  server.close()
  expect(error).toBe(`127.0.0.1:${port} does not speak TLS: should the callback URL start with http://?`)
})

test('http to a server with TLS gets no answer, and the attempt says how to write the URL', async () => {
  const merchant = await secure(certificates.good)
  const { response, error } = await plain.post({ ...post, url: `http://127.0.0.1:${merchant.port}/` })
  expect(response).toBeNull()
  expect(error).toMatch(
    /^the connection was (?:closed|reset) before an answer: 127\.0\.0\.1:\d+ took the webhook and said nothing; if this port speaks TLS, write https:\/\/ in the callback URL$/,
  )
})
