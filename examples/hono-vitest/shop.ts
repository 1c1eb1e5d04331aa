import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'

/** Where payments go: the sandbox in tests, the service itself in production. */
export interface Payments {
  readonly baseUrl: string
  readonly apiKey: string
  /** The address of POST /webhooks below, as the service reaches it. */
  readonly callbackUrl: string
}

interface Order {
  readonly amount: number
  status: 'waiting' | 'paid' | 'failed'
  /** How often the goods were sent: never more than once. */
  sent: number
}

/** A shop that takes mobile money. Your database stands where the map is. */
export function createShop({ baseUrl, apiKey, callbackUrl }: Payments) {
  const orders = new Map<string, Order>()
  const app = new Hono()

  app.post('/orders', async (c) => {
    const { amount, network, name, phone } = await c.req.json()
    const reference = randomUUID()
    // Stored before the call: the webhook can come before the reply, and the reply can be lost.
    orders.set(reference, { amount, status: 'waiting', sent: 0 })
    const body = { amount, currency: 'GHS', network, accountName: name, accountNumber: phone, reason: 'Tea' }
    const reply = await fetch(new URL('/collections/mobilemoney', baseUrl), {
      method: 'POST',
      headers: { authorization: apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, reference, callbackURL: callbackUrl }),
    }).catch(() => null)
    // Only a 4xx says that no money moves. After a lost reply or a 5xx the order waits for its webhook.
    if (reply && reply.status >= 400 && reply.status < 500) settle(reference, 'failed')
    return c.json({ reference }, 202)
  })

  app.post('/webhooks', async (c) => {
    const raw = Buffer.from(await c.req.arrayBuffer())
    if (!isSigned(raw, c.req.header('x-webhook-signature'))) return c.body(null, 401)
    const { reference_business: reference, status, amount } = JSON.parse(raw.toString())
    const isPaid = status === 'COMPLETED' && Number(amount) === orders.get(reference)?.amount
    settle(reference, isPaid ? 'paid' : 'failed')
    return c.body(null, 204)
  })

  app.get('/orders/:reference', (c) => {
    const order = orders.get(c.req.param('reference'))
    return order ? c.json(order) : c.notFound()
  })

  /** The first final status counts: a webhook can come again, and in any order. */
  function settle(reference: string, status: 'paid' | 'failed') {
    const order = orders.get(reference)
    if (order?.status !== 'waiting') return
    order.status = status
    if (status === 'paid') order.sent += 1
  }

  function isSigned(raw: Buffer, signature = '') {
    const expected = Buffer.from(createHmac('sha512', apiKey).update(raw).digest('hex'))
    const given = Buffer.from(signature)
    return given.length === expected.length && timingSafeEqual(given, expected)
  }

  return app
}
