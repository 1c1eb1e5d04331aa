import { z } from 'zod'
import { finalStatuses } from '../../domain/transaction.ts'
import { controlEndpoint } from '../endpoint.ts'
import { durationText, limitQuery } from '../queries.ts'
import { deliveriesView, deliveryView, presentDelivery } from './delivery-view.ts'
import { awaitWebhook } from './wait-for-webhook.ts'

/** The webhooks of this business; `status` is the delivery's. */
export const listWebhooks = controlEndpoint({
  route: 'GET /_sandbox/webhooks',
  summary: 'Webhooks and their attempts',
  query: z.strictObject({
    transactionId: z.string().optional().describe('Id of the transaction.'),
    reference: z.string().optional().describe("The merchant's reference."),
    status: z
      .enum(['pending', 'held', 'delivered', 'exhausted', 'dropped'])
      .optional()
      .describe("The delivery's status."),
    limit: limitQuery,
  }),
  answer: deliveriesView,
  handle: ({ key, query, store }) => ({ body: { data: store.deliveries(key, query).map(presentDelivery) } }),
})

/** Waits, in wall time, until a matching webhook was answered 2xx; finds earlier ones too. */
export const waitForWebhook = controlEndpoint({
  route: 'GET /_sandbox/webhooks/wait',
  summary: 'Wait until a matching webhook was answered 2xx',
  query: z.strictObject({
    reference: z.string().optional().describe("The merchant's reference."),
    status: z.enum(finalStatuses).optional().describe("The transaction's status."),
    timeout: durationText.prefault('10s').describe('How long to wait, in wall time.'),
  }),
  answer: deliveryView,
  refuses: ['timeout'],
  async handle({ key, query: { timeout: timeoutMs, ...wanted }, signal, store }) {
    return { body: presentDelivery(await awaitWebhook(store, { key, ...wanted, timeoutMs, signal })) }
  },
})
