import { z } from 'zod'
import { defineEndpoint } from '../contract/endpoint.ts'
import { presentDelivery } from './present.ts'
import { durationText, limitQuery } from './queries.ts'
import type { ControlTools } from './tools.ts'
import { waitForWebhook } from './wait-for-webhook.ts'

/** The webhooks of this business; `status` is the delivery's. */
export const listWebhooks = defineEndpoint<ControlTools>()({
  area: 'control',
  method: 'GET',
  path: '/_sandbox/webhooks',
  summary: 'Webhooks and their attempts',
  query: z.strictObject({
    transactionId: z.string().optional(),
    reference: z.string().optional(),
    status: z.enum(['pending', 'held', 'delivered', 'exhausted', 'dropped']).optional(),
    limit: limitQuery,
  }),
  handle: ({ key, query, store }) => ({ body: { data: store.deliveries(key, query).map(presentDelivery) } }),
})

/** Waits, in wall time, until a matching webhook was answered 2xx; finds earlier ones too. */
export const waitWebhook = defineEndpoint<ControlTools>()({
  area: 'control',
  method: 'GET',
  path: '/_sandbox/webhooks/wait',
  summary: 'Wait until a matching webhook was answered 2xx',
  query: z.strictObject({
    reference: z.string().optional(),
    status: z.enum(['COMPLETED', 'FAILED']).optional(),
    timeout: durationText.default(10_000),
  }),
  async handle({ key, query: { timeout: timeoutMs, ...wanted }, signal, store }) {
    return { body: presentDelivery(await waitForWebhook(store, { key, ...wanted, timeoutMs, signal })) }
  },
})
