import { ControlError } from '../../contract/control-error.ts'
import { noParameters } from '../../contract/no-parameters.ts'
import { attemptEnded } from '../../engine/deliver/await-attempt.ts'
import { replay } from '../../engine/deliver/replay.ts'
import { controlEndpoint } from '../endpoint.ts'
import { deliveryView, presentDelivery } from './delivery-view.ts'

/** Sends the same bytes once more and answers the webhook with that attempt; a replay that fails is not tried again. */
export const replayWebhook = controlEndpoint({
  route: 'POST /_sandbox/webhooks/{id}/replay',
  summary: 'Send a webhook again',
  params: { id: 'Id of the delivery.' },
  body: noParameters,
  answer: deliveryView,
  refuses: ['not_found'],
  async handle({ key, params: { id }, signal, store }) {
    const { epoch } = store.business(key)
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
    // A reset takes the webhook away, and a restore brings back another.
    const look = () => {
      const found = store.business(key).epoch === epoch ? find() : undefined
      return found === undefined || found.attempts[before.attempts.length]?.outcome ? { found } : undefined
    }
    const waited = await attemptEnded(store, { key, webhook: before.webhook, look, signal })
    if (waited !== undefined && waited.found === undefined) {
      throw new ControlError('not_found', `The webhook ${id} went with a reset or a restore of the business ${key}`)
    }
    return { body: presentDelivery(waited?.found ?? find() ?? before) }
  },
})
