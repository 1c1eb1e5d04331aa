import { z } from 'zod'
import { noParameters } from '../../contract/named.ts'
import { type Delivery, deliveryStatuses } from '../../domain/delivery.ts'
import { finalStatuses } from '../../domain/transaction.ts'
import { attemptEnded } from '../../engine/deliver/await-attempt.ts'
import { replay, sendOwn } from '../../engine/deliver/send-by-hand.ts'
import type { Store } from '../../store/store.ts'
import { nextTurn } from '../../time.ts'
import { invalid, refusal } from '../../words/errors.ts'
import { controlEndpoint } from '../endpoint.ts'
import { bodySearchQuery, durationText, flagQuery, limitQuery, waitText } from '../schema-parts.ts'
import { type DeliveryView, deliveriesView, deliveryView, presentDelivery } from './delivery-view.ts'
import { beginForWebhook, makeOwnWebhook, ownWebhookRequest } from './own-webhook.ts'
import { awaitWebhook } from './wait-for-webhook.ts'

/** Webhooks read in one turn of the event loop: each attempt that was refused has its signature explained. */
const mostInTurn = 100

export const listWebhooks = controlEndpoint({
  route: 'GET /_sandbox/webhooks',
  summary: 'Webhooks and their attempts',
  query: z.strictObject({
    transactionId: z.string().optional().describe('Id of the transaction.'),
    reference: z.string().optional().describe("The merchant's reference."),
    status: z.enum(deliveryStatuses).optional().describe("The delivery's status."),
    since: durationText.optional().describe('Only those made or tried within this sandbox time, such as `10m`.'),
    failed: flagQuery.describe('Only those tried and never answered 2xx.'),
    search: bodySearchQuery,
    before: z.string().optional().describe('Id of a webhook: only those made before it, for an older page.'),
    limit: limitQuery,
  }),
  answer: deliveriesView,
  async handle({ key, query: { since: withinMs, failed, limit, ...filter }, store }) {
    const business = store.business(key)
    if (filter.before !== undefined && store.delivery(key, filter.before) === null) {
      throw invalid('before', `there is no webhook ${filter.before}`, 'leave it out for the newest webhooks')
    }
    const since = withinMs === undefined ? undefined : store.now(key) - withinMs
    const data: DeliveryView[] = []
    let { before } = filter
    let more = true
    while (more && data.length < limit) {
      if (data.length > 0) await nextTurn()
      const most = Math.min(mostInTurn, limit - data.length)
      // One more says whether there are more.
      const found = store.deliveries(key, { ...filter, before, since, failed: failed || undefined, limit: most + 1 })
      const page = found.slice(-most)
      more = found.length > most
      before = page[0]?.id
      data.unshift(...page.map((delivery) => presentDelivery(delivery, business)))
    }
    return { body: { data, more } }
  },
})

export const waitForWebhook = controlEndpoint({
  route: 'GET /_sandbox/webhooks/wait',
  summary: 'Wait until a matching webhook was answered 2xx',
  query: z.strictObject({
    reference: z.string().optional().describe("The merchant's reference."),
    status: z.enum(finalStatuses).optional().describe("The transaction's status."),
    timeout: waitText
      .prefault('4s')
      .describe('How long to wait, in real time; on a frozen clock with nothing due half a second without movement.'),
  }),
  answer: deliveryView,
  refuses: ['timeout'],
  async handle({ key, query: { timeout: timeoutMs, ...wanted }, signal, store }) {
    const webhook = await awaitWebhook(store, { key, ...wanted, timeoutMs, signal })
    return { body: presentDelivery(webhook, store.business(key)) }
  },
})

export const showWebhook = controlEndpoint({
  route: 'GET /_sandbox/webhooks/{id}',
  summary: 'One webhook with its attempts',
  params: { id: 'Id of the delivery.' },
  answer: deliveryView,
  refuses: ['not_found'],
  handle({ key, params: { id }, store }) {
    const found = store.delivery(key, id) ?? refuseUnknown(key, id)
    return { body: presentDelivery(found, store.business(key)) }
  },
})

export const replayWebhook = controlEndpoint({
  route: 'POST /_sandbox/webhooks/{id}/replay',
  summary: 'Send a webhook again',
  params: { id: 'Id of the delivery.' },
  body: noParameters,
  answer: deliveryView,
  refuses: ['not_found'],
  async handle({ key, params: { id }, signal, store }) {
    const { epoch } = store.business(key)
    const before = (await replay(store, key, id)) ?? refuseUnknown(key, id)
    return { body: await afterAttempt(store, before, { key, epoch, signal }) }
  },
})

export const sendWebhook = controlEndpoint({
  route: 'POST /_sandbox/webhooks',
  summary: 'Send a webhook of your own making',
  body: ownWebhookRequest,
  answer: deliveryView,
  refuses: ['not_found'],
  async handle({ key, body, signal, store, ...tools }) {
    const { transactionId } = body
    const { epoch } = store.business(key)
    const making = { seed: tools.about().seed, make: makeOwnWebhook(body, tools, key) }
    const sent =
      transactionId === undefined
        ? await beginForWebhook(key, making, { ...tools, store })
        : await sendOwn(store, key, transactionId, making)
    if (sent === null) {
      throw refusal({ why: 'not-here', what: 'transaction', name: `${transactionId}`, key })
    }
    return { body: await afterAttempt(store, sent, { key, epoch, signal }) }
  },
})

interface Waiting {
  readonly key: string
  /** The business's when the attempt was asked for: a reset takes the webhook away, and a restore brings back another. */
  readonly epoch: number
  readonly signal: AbortSignal
}

async function afterAttempt(store: Store, before: Delivery, { key, epoch, signal }: Waiting): Promise<DeliveryView> {
  const { id, attempts, webhook } = before
  const look = () => {
    const found = store.business(key).epoch === epoch ? store.delivery(key, id) : null
    // A scheduled attempt that is due now can be the next, or under way beside it.
    const own = found?.attempts.slice(attempts.length).find(({ isReplay }) => isReplay)
    return found === null || own?.outcome ? { found } : undefined
  }
  const waited = await attemptEnded(store, { key, webhook, look, signal })
  if (waited?.found === null) {
    throw refusal({ why: 'webhook-gone', id, key })
  }
  return presentDelivery(waited?.found ?? store.delivery(key, id) ?? before, store.business(key))
}

function refuseUnknown(key: string, id: string): never {
  throw refusal({ why: 'not-here', what: 'webhook', name: id, key })
}
