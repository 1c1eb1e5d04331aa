import { bodyFaultOf } from '../domain/body-faults.ts'
import { type Attempting, type Sent, signatureFaultOf } from '../domain/delivery.ts'
import type { Settings } from '../domain/settings.ts'
import type { Transaction } from '../domain/transaction.ts'
import { afterLoss, pretended, spoilSignature } from './faults.ts'
import type { WebhookHandlers } from './handlers.ts'
import type { WebhookClient } from './http/post.ts'
import { webhookSecretOf } from './sign.ts'

/** Signs and sends webhooks, with the faults of their scenarios; returns null if the attempt was stopped. */
export function createSendWebhook(
  client: WebhookClient,
  userAgent: string,
  handlerOf: WebhookHandlers['of'] = () => null,
) {
  return async ({ delivery, number, business, signal }: Attempting): Promise<Sent | null> => {
    const { url, body, webhook } = delivery
    const answers = webhook.faults?.answers ?? []
    const unsent = pretended(answers, number, webhook.timeoutMs)
    if (unsent !== null) return unsent
    const headers = {
      'content-type': 'application/json',
      'user-agent': userAgent,
      'x-sandbox-delivery': delivery.id,
      'x-sandbox-attempt': String(number),
      ...spoilSignature[signatureFaultOf(delivery, number)]({
        header: business.settings.signatureHeader,
        secret: webhookSecretOf(business),
        body,
      }),
    }
    const outcome = await (handlerOf(business.key) ?? client.post)({
      url,
      body,
      headers,
      timeoutMs: webhook.timeoutMs,
      signal,
    })
    return outcome.reason === 'stopped' ? null : { headers, outcome: afterLoss(answers, number, outcome) }
  }
}

type Present = (transaction: Transaction, settings: Settings) => Readonly<Record<string, unknown>>

/** Composes webhook bodies: the compact JSON of the record in webhook form (D35), or what the scenario's fault makes of it. */
export function createWebhookBody(presentFinal: Present): (transaction: Transaction, settings: Settings) => string {
  return (transaction, settings) =>
    bodyFaultOf(transaction.plan.webhook.faults?.body).make(JSON.stringify(presentFinal(transaction, settings)))
}
