import { ControlError } from '../contract/control-error.ts'
import { defineEndpoint } from '../contract/endpoint.ts'
import { noParameters } from '../contract/no-parameters.ts'
import { replay } from '../engine/replay.ts'
import { waitUntil } from '../store/wait-until.ts'
import { presentDelivery } from './present.ts'
import type { ControlTools } from './tools.ts'
import { deliveryView } from './views.ts'

/** How much longer than the attempt's own deadline its record may take, in wall milliseconds. */
const recordMs = 1000

/** Sends the same bytes once more and answers the webhook with that attempt; a replay that fails is not tried again. */
export const replayWebhook = defineEndpoint<ControlTools>()({
  area: 'control',
  tag: 'Sandbox: webhooks',
  method: 'POST',
  path: '/_sandbox/webhooks/{id}/replay',
  name: 'replayWebhook',
  summary: 'Send a webhook again',
  params: { id: 'Id of the delivery.' },
  body: noParameters,
  answer: deliveryView,
  refuses: ['not_found'],
  async handle({ key, params: { id }, signal, store }) {
    const before = await replay(store, key, id)
    if (before === null) {
      throw new ControlError(
        'not_found',
        `No webhook ${id} in the business ${key}`,
        'GET /_sandbox/webhooks lists them; the Authorization header chooses the business',
      )
    }
    const find = () =>
      store.deliveries(key, { transactionId: before.transactionId, limit: 1000 }).find((one) => one.id === id)
    const look = () => {
      const found = find()
      return found?.attempts[before.attempts.length]?.outcome ? found : undefined
    }
    const timeoutMs = before.webhook.timeoutMs + recordMs
    const after = await waitUntil(store, { key, look, concerns: ({ attempted }) => attempted, timeoutMs, signal })
    return { body: presentDelivery(after ?? find() ?? before) }
  },
})
