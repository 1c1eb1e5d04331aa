import type { Business } from '../domain/business.ts'
import { standardWebhooksSecret, webhookSecretOf } from './sign.ts'

/** The secrets a merchant checks this business's webhooks with (D34). */
export function signingSecrets(business: Business): { webhookSecret: string; standardWebhooksSecret: string } {
  const webhookSecret = webhookSecretOf(business)
  return { webhookSecret, standardWebhooksSecret: standardWebhooksSecret(webhookSecret) }
}
