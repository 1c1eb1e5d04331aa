import { z } from 'zod'
import { answerObject, type Shown } from '../../contract/named.ts'
import type { Business } from '../../domain/business.ts'
import type { Attempt, Delivery } from '../../domain/delivery.ts'
import { isSignatureRefused, signatureHelp } from '../../explain/signature-help.ts'
import { signingSecrets } from '../../webhooks/send-webhook.ts'
import { verifySignature } from '../../webhooks/sign.ts'

/** How an attempt was signed that was answered 401 or 403. */
export const signatureHelpView = answerObject(
  'SignatureHelp',
  'How a webhook was signed that was answered 401 or 403, and what usually makes a receiver refuse it.',
  {
    scheme: z.enum(['hmac-sha512', 'standard-webhooks']),
    header: z.string().describe('The header that carries the signature.'),
    signature: z.string().nullable().describe('Its value as sent; null where the scenario left it out.'),
    signedBytes: z.string().describe('What was signed, in words.'),
    key: z.string().describe('Which key signed it, in words.'),
    fault: z
      .enum(['missing', 'corrupt', 'wrong-key', 'stale'])
      .nullable()
      .describe('How the scenario spoiled the signature: then to refuse it is right.'),
    usualCauses: z.array(z.string()).describe('What to look at first; none where the scenario spoiled the signature.'),
  },
)

export type SignatureHelpView = Shown<typeof signatureHelpView>

/** The explanation of a 401 or 403 under its key; nothing for other answers. */
export function presentSignatureHelp(
  attempt: Attempt,
  delivery: Delivery,
  business: Business,
): { readonly signatureHelp?: SignatureHelpView } {
  if (!isSignatureRefused(attempt)) return {}
  const { signatureScheme: scheme, signatureHeader: header } = business.settings
  const secret = signingSecrets(business).webhookSecret
  const isSignedAsNow = verifySignature({ scheme, header, secret, body: delivery.body, headers: attempt.headers })
  return { signatureHelp: signatureHelp(attempt, { delivery, business, isSignedAsNow }) }
}
