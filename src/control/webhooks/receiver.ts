import { z } from 'zod'
import { answerObject, namedRequest } from '../../contract/named.ts'
import { receiverPath } from '../../domain/receiver-path.ts'
import type { Store } from '../../store/store.ts'
import { verifySignature } from '../../webhooks/sign.ts'
import { signingSecrets } from '../../webhooks/signing-secrets.ts'
import { controlEndpoint } from '../endpoint.ts'

const verdictView = answerObject('WebhookVerdict', 'The webhook arrived; whether a business signed these bytes.', {
  received: z.literal(true),
  signature: z.enum(['right', 'wrong', 'missing']),
  business: z.string().nullable().describe('The key of the business that signed it; null if no business did.'),
})

const anyBytes = z.looseObject({}).describe('A webhook as it came: any bytes, and the signature is checked over them.')

/**
 * A receiver for merchants who have none yet: it answers 200 to every webhook and keeps nothing, because the delivery keeps
 * its answer. It judges the signature as a receiver should: over the bytes as they came, before anything parses them.
 */
export const receiveWebhook = controlEndpoint({
  route: `POST ${receiverPath}`,
  anyKey: true,
  summary: 'Receive a webhook: a callbackURL if you have no server yet',
  body: namedRequest('ReceivedWebhook', z.instanceof(Buffer), anyBytes),
  readsBytes: true,
  answer: verdictView,
  handle({ body, header, store }) {
    return { body: { received: true as const, ...verdictOn(body, header, store) } }
  },
})

function verdictOn(body: Buffer, header: (name: string) => string | null, store: Store) {
  let isSigned = false
  for (const { key } of store.businesses()) {
    const business = store.business(key)
    const { signatureScheme: scheme, signatureHeader } = business.settings
    const names = scheme === 'hmac-sha512' ? [signatureHeader] : standardHeaders
    const headers = Object.fromEntries(names.map((name) => [name, header(name.toLowerCase()) ?? undefined]))
    const secret = signingSecrets(business).webhookSecret
    if (verifySignature({ scheme, header: signatureHeader, secret, body, headers })) {
      return { signature: 'right', business: key } as const
    }
    isSigned ||= Object.values(headers).some((value) => value !== undefined)
  }
  return { signature: isSigned ? 'wrong' : 'missing', business: null } as const
}

const standardHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
