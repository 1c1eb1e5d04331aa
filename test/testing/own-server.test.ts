import { expect } from 'vitest'
import { test as base, type OwnServer, ownServer } from '../../src/testing/vitest.ts'
import { mobileMoney } from '../support/requests.ts'

interface Seen {
  readonly path: string | undefined
  readonly body: Record<string, unknown>
}

const seen = new Map<string, Seen[]>()

/** A server that keeps what its webhooks say, and shows what it was made with. */
const test = base.extend<OwnServer>(
  ownServer(
    (context) => (incoming, outgoing) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const all = seen.get(context.apiKey) ?? []
        if (text !== '') seen.set(context.apiKey, [...all, { path: incoming.url, body: JSON.parse(text) }])
        outgoing.end(JSON.stringify(context))
      })
    },
    '/hooks/payments',
  ),
)

test('webhooks of `shop` come to your own server, which knows its sandbox', async ({ sandbox, shop, serverUrl }) => {
  expect(await (await fetch(serverUrl)).json()).toEqual({
    baseUrl: sandbox.url,
    apiKey: shop.apiKey,
    webhookSecret: shop.webhookSecret,
    callbackUrl: `${serverUrl}/hooks/payments`,
  })
  const headers = { authorization: shop.apiKey, 'content-type': 'application/json' }
  const body = JSON.stringify(mobileMoney({ reference: 'order-1' }))
  await sandbox.fetch('/collections/mobilemoney', { method: 'POST', headers, body })
  await shop.phone('0241234567').enterPin('0000')
  expect(seen.get(shop.apiKey)).toMatchObject([
    { path: '/hooks/payments', body: { status: 'COMPLETED', reference_business: 'order-1' } },
  ])
})

test('each test has a server and a business of its own', async ({ shop, serverUrl }) => {
  expect([...seen.keys()]).not.toContain(shop.apiKey)
  expect(await (await fetch(serverUrl)).json()).toMatchObject({ apiKey: shop.apiKey })
})
