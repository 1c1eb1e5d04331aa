import { z } from 'zod'
import { answerObject, type Shown } from '../../contract/named.ts'
import type { Business } from '../../domain/business.ts'
import { type Attempt, type Delivery, signatureFaultOf } from '../../domain/delivery.ts'
import { signatureFaults } from '../../domain/webhook-faults.ts'
import { verifySignature, webhookSecretOf } from '../../webhooks/sign.ts'

export const signatureHelpView = answerObject(
  'SignatureHelp',
  'How a webhook was signed that was answered 401 or 403, and what usually makes a receiver refuse it.',
  {
    scheme: z.literal('hmac-sha512').describe('In lower-case hex (D34).'),
    header: z.string().describe('The header that carries the signature.'),
    signature: z.string().nullable().describe('Its value as sent; null if the scenario left it out.'),
    signedBytes: z.string().describe('What was signed, in words.'),
    key: z.string().describe('Which key signed it, in words.'),
    fault: z
      .enum(signatureFaults)
      .exclude(['valid'])
      .nullable()
      .describe('How the scenario spoiled the signature: then to refuse it is right.'),
    usualCauses: z.array(z.string()).describe('What to look at first; none if the scenario spoiled the signature.'),
  },
)

export type SignatureHelpView = Shown<typeof signatureHelpView>

/** The explanation of a 401 or 403 of the receiver under its key; nothing for other answers. */
export function presentSignatureHelp(
  attempt: Attempt,
  delivery: Delivery,
  business: Business,
): { readonly signatureHelp?: SignatureHelpView } {
  const { outcome } = attempt
  const status = outcome?.sent ? outcome.response?.status : undefined
  return status === 401 || status === 403 ? { signatureHelp: signatureHelp(attempt, delivery, business) } : {}
}

/** Explains a 401 or 403: the signature that was sent, over which bytes, with which key, and the usual causes (D34). */
function signatureHelp(attempt: Attempt, delivery: Delivery, business: Business): SignatureHelpView {
  const { headers, number } = attempt
  // Use the sent webhook: the settings may have changed since.
  const header = Object.keys(headers).find((name) => !common.has(name)) ?? business.settings.signatureHeader
  const signature = headers[header] ?? null
  const made = signatureFaultOf(delivery, number)
  const fault = made === 'valid' ? null : made
  const bytes = Buffer.byteLength(delivery.body)
  const key = keyOf(business, fault, isSignedAsNow(attempt, delivery, business))
  return {
    scheme: 'hmac-sha512',
    header,
    signature,
    signedBytes: `the ${bytes} bytes of the raw body`,
    key,
    fault,
    usualCauses: fault === null && signature !== null ? usualCauses(signature, key, bytes) : [],
  }
}

const common: ReadonlySet<string> = new Set(['content-type', 'user-agent', 'x-sandbox-delivery', 'x-sandbox-attempt'])

function isSignedAsNow({ headers }: Attempt, { body }: Delivery, business: Business): boolean {
  return verifySignature({
    header: business.settings.signatureHeader,
    secret: webhookSecretOf(business),
    body,
    headers,
  })
}

function keyOf(
  { key, settings: { webhookSecret } }: Business,
  fault: SignatureHelpView['fault'],
  isSignedAsNow: boolean,
): string {
  if (fault === 'wrong-key') return 'another key than the business has, as the scenario says'
  if (fault === null && !isSignedAsNow) return 'a key that the business has changed since'
  return webhookSecret === null
    ? `the API key ${key} (the business has no webhookSecret)`
    : 'the webhookSecret of the business'
}

function usualCauses(signature: string, key: string, bytes: number): readonly string[] {
  return [
    `parsed instead of raw body: compute it over the ${bytes} bytes as they came, before anything parses them; JSON that was serialised again has other bytes`,
    `another key, such as a key of another business or environment, or one with a line break at its end: it must be ${key}`,
    `hex against base64: the header has lower-case hex, ${start(signature)}; the same in base64 is ${start(Buffer.from(signature, 'hex').toString('base64'))}`,
  ]
}

/** Enough of a long text to know it by. */
function start(text: string): string {
  return `${text.slice(0, 12)}...`
}
