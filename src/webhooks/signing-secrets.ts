import type { Business } from '../domain/business.ts'
import { standardWebhooksSecret } from './sign.ts'

/** The secrets a merchant checks this business's webhooks with (D34). */
export function signingSecrets(business: Business): { webhookSecret: string; standardWebhooksSecret: string } {
  const webhookSecret = webhookSecretOf(business)
  return { webhookSecret, standardWebhooksSecret: standardWebhooksSecret(webhookSecret) }
}

/** The secret that signs a business's webhooks: its setting, else the API key (D34). */
export function webhookSecretOf(business: Business): string {
  return business.settings.webhookSecret ?? business.key
}
