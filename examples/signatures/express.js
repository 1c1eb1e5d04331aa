import express from 'express'
import { isSigned } from './signature.js'

const app = express()

// express.raw() for this route, before any express.json() for all: a parsed body cannot be checked.
app.post('/webhooks', express.raw({ type: () => true, limit: '1mb' }), (request, response) => {
  const raw = request.body ?? ''
  if (!isSigned(raw, request.get('x-webhook-signature'), process.env.PAYMENTS_API_KEY)) return response.sendStatus(401)
  const payment = JSON.parse(raw)
  console.log(payment.reference_business, payment.status)
  response.sendStatus(204)
})

app.listen(Number(process.env.PORT))
