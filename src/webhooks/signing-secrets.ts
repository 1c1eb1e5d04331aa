import type { Business } from '../domain/business.ts'
import { standardWebhooksSecret, webhookSecretOf } from './sign.ts'

/** Returns the secrets for checking this business's webhooks (D34). */
export function signingSecrets(business: Business): { webhookSecret: string; standardWebhooksSecret: string } {
  const webhookSecret = webhookSecretOf(business)
  return { webhookSecret, standardWebhooksSecret: standardWebhooksSecret(webhookSecret) }
}
