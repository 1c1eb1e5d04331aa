import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { isSigned } from './signature.js'

const app = new Hono()

app.post('/webhooks', async (c) => {
  const raw = Buffer.from(await c.req.arrayBuffer())
  if (!isSigned(raw, c.req.header('x-webhook-signature'), process.env.PAYMENTS_API_KEY)) return c.body(null, 401)
  const payment = JSON.parse(raw.toString())
  console.log(payment.reference_business, payment.status)
  return c.body(null, 204)
})

serve({ fetch: app.fetch, port: Number(process.env.PORT) })
