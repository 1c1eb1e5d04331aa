import fastify from 'fastify'
import { isSigned } from './signature.js'

const app = fastify()

// A scope of its own: the other routes keep their parsed JSON.
app.register(async (webhooks) => {
  webhooks.removeAllContentTypeParsers()
  webhooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, raw, done) => done(null, raw))

  webhooks.post('/webhooks', async (request, reply) => {
    const raw = request.body ?? ''
    const signature = request.headers['x-webhook-signature']
    if (!isSigned(raw, signature, process.env.PAYMENTS_API_KEY)) return reply.code(401).send()
    const payment = JSON.parse(raw)
    console.log(payment.reference_business, payment.status)
    return reply.code(204).send()
  })
})

await app.listen({ port: Number(process.env.PORT) })
