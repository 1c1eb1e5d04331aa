const { createHmac, randomUUID, timingSafeEqual } = require('node:crypto')
const express = require('express')

/** A shop that pays by virtual account: the customer gets an account number to pay into. Your database stands where the map is. */
function createShop({ baseUrl, apiKey, callbackUrl }) {
  const orders = new Map()
  const app = express()

  // The raw body, for this route only: what was signed are its bytes.
  app.post('/webhooks', express.raw({ type: () => true, limit: '1mb' }), (request, response) => {
    const raw = request.body ?? ''
    if (!isSigned(raw, request.get('x-webhook-signature'), apiKey)) return response.sendStatus(401)
    const { reference_business: reference, status, amount } = JSON.parse(raw)
    const order = orders.get(reference)
    // The first final status counts: a webhook can come again, and in any order.
    if (order?.status === 'waiting') {
      order.received = Number(amount)
      order.status = status === 'COMPLETED' && order.received >= order.amount ? 'paid' : 'failed'
    }
    response.sendStatus(204)
  })

  app.post('/orders', express.json(), async (request, response) => {
    const { amount, bank, name, phone } = request.body
    const reference = randomUUID()
    orders.set(reference, { amount, status: 'waiting', received: 0 })
    const reply = await fetch(new URL('/collections/virtual-account', baseUrl), {
      method: 'POST',
      headers: { authorization: apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({
        amount,
        currency: 'NGN',
        network: bank,
        accountName: name,
        accountNumber: phone,
        reason: 'Shoes',
        reference,
        callbackURL: callbackUrl,
      }),
    })
    if (!reply.ok) {
      orders.get(reference).status = 'failed'
      return response.status(502).json({ reference })
    }
    const { virtual_account: account } = await reply.json()
    response.status(201).json({ reference, payInto: account })
  })

  app.get('/orders/:reference', (request, response) => {
    const order = orders.get(request.params.reference)
    return order ? response.json(order) : response.sendStatus(404)
  })

  return app
}

function isSigned(raw, signature, apiKey) {
  const expected = Buffer.from(createHmac('sha512', apiKey).update(raw).digest('hex'))
  const given = Buffer.from(signature ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

module.exports = { createShop }
