import { type Business, webhookSecretOf } from '../domain/business.ts'
import type { Delivery, Sent } from '../domain/delivery.ts'
import { type Deliverer, stoppedError } from './deliver.ts'
import { signatureHeaders, standardWebhooksSecret } from './sign.ts'

/** One attempt to make, at a moment of the business's sandbox time. */
export interface Sending {
  readonly delivery: Delivery
  readonly number: number
  readonly business: Business
  readonly at: number
  readonly signal: AbortSignal
}

/** Signs and sends webhooks; gives null when the attempt was stopped, which is no outcome. */
export function createSendWebhook(deliverer: Deliverer, userAgent: string) {
  return async ({ delivery, number, business, at, signal }: Sending): Promise<Sent | null> => {
    const { url, body, webhook } = delivery
    const headers = {
      'content-type': 'application/json',
      'user-agent': userAgent,
      'x-sandbox-delivery': delivery.id,
      'x-sandbox-attempt': String(number),
      ...signatureHeaders({
        scheme: business.settings.signatureScheme,
        header: business.settings.signatureHeader,
        secret: webhookSecretOf(business),
        body,
        id: delivery.id,
        timestampSeconds: Math.floor(at / 1000),
      }),
    }
    const outcome = await deliverer.post({ url, body, headers, timeoutMs: webhook.timeoutMs, signal })
    return outcome.error === stoppedError ? null : { headers, outcome }
  }
}

/** The secrets a merchant checks this business's webhooks with (D34). */
export function signingSecrets(business: Business): { webhookSecret: string; standardWebhooksSecret: string } {
  const webhookSecret = webhookSecretOf(business)
  return { webhookSecret, standardWebhooksSecret: standardWebhooksSecret(webhookSecret) }
}
