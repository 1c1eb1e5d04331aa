import type { Business } from '../domain/business.ts'
import type { Attempt, Delivery } from '../domain/delivery.ts'
import type { Settings } from '../domain/settings.ts'
import { type SignatureFault, signatureFaultOf } from '../domain/webhook-faults.ts'

/** How an attempt was signed that its receiver answered 401 or 403, and why the receiver may not have found it so. */
export interface SignatureHelp {
  readonly scheme: Settings['signatureScheme']
  /** The header that carries the signature. */
  readonly header: string
  /** Its value as it was sent; null where the scenario left it out. */
  readonly signature: string | null
  readonly signedBytes: string
  readonly key: string
  /** How the scenario spoiled the signature: then the receiver is right; null where it is as it should be. */
  readonly fault: Exclude<SignatureFault, 'valid'> | null
  /** What usually makes a receiver refuse a signature that is right; none where it is not. */
  readonly usualCauses: readonly string[]
}

/** What is known of a webhook, and whether an attempt's signature is one that the business makes now. */
interface Circumstances {
  readonly delivery: Delivery
  readonly business: Business
  readonly isSignedAsNow: boolean
}

/** True for an answer that says the receiver did not believe in the signature, where the attempt reached the receiver. */
export function isSignatureRefused({ outcome }: Attempt): boolean {
  const status = outcome?.sent ? outcome.response?.status : undefined
  return status === 401 || status === 403
}

/** Explains a 401 or 403: the signature that was sent, over which bytes, with which key, and the usual causes (D34). */
export function signatureHelp(attempt: Attempt, { delivery, business, isSignedAsNow }: Circumstances): SignatureHelp {
  const { headers } = attempt
  const { signatureScheme, signatureHeader } = business.settings
  // What was sent counts: the settings may have changed since.
  const sent = Object.keys(headers).find((name) => !common.has(name))
  const isStandard = sent === undefined ? signatureScheme === 'standard-webhooks' : 'webhook-signature' in headers
  const scheme = isStandard ? 'standard-webhooks' : 'hmac-sha512'
  const header = isStandard ? 'webhook-signature' : (sent ?? signatureHeader)
  const signature = headers[header] ?? null
  const made = signatureFaultOf(delivery, attempt.number)
  // Only a scheme that signs a time can have an old one.
  const fault = made === 'valid' || (made === 'stale' && !isStandard) ? null : made
  const bytes = Buffer.byteLength(delivery.body)
  const key = keyOf(business, fault, isSignedAsNow)
  return {
    scheme,
    header,
    signature,
    signedBytes: isStandard
      ? `webhook-id, a dot, webhook-timestamp, a dot, and the ${bytes} bytes of the raw body`
      : `the ${bytes} bytes of the raw body`,
    key: isStandard ? `${key}, in its form whsec_... (GET /_sandbox/business has it)` : key,
    fault,
    usualCauses: fault === null && signature !== null ? usualCauses({ scheme, signature, key, bytes }) : [],
  }
}

/** The headers that every webhook has. */
const common: ReadonlySet<string> = new Set(['content-type', 'user-agent', 'x-sandbox-delivery', 'x-sandbox-attempt'])

function keyOf(
  { key, settings: { webhookSecret } }: Business,
  fault: SignatureHelp['fault'],
  isSignedAsNow: boolean,
): string {
  if (fault === 'wrong-key') return 'another key than the business has, as the scenario says'
  if (fault === null && !isSignedAsNow) return 'a key that the business has changed since'
  return webhookSecret === null
    ? `the API key ${key} (the business has no webhookSecret)`
    : 'the webhookSecret of the business'
}

interface Signed {
  readonly scheme: Settings['signatureScheme']
  readonly signature: string
  readonly key: string
  readonly bytes: number
}

function usualCauses({ scheme, signature, key, bytes }: Signed): readonly string[] {
  return [
    `parsed instead of raw body: compute it over the ${bytes} bytes as they came, before anything parses them; JSON that is written anew has other bytes`,
    `another key, such as that of another business or environment, or one with a line break at its end: it must be ${key}`,
    scheme === 'hmac-sha512' ? hexForm(signature) : base64Form(signature),
  ]
}

function hexForm(signature: string): string {
  return `hex against base64: the header has lower-case hex, ${start(signature)}; the same in base64 is ${start(Buffer.from(signature, 'hex').toString('base64'))}`
}

function base64Form(signature: string): string {
  const base64 = signature.replace(/^v1,/, '')
  return `hex against base64: after "v1," the header has base64, ${start(base64)}; the same in hex is ${start(Buffer.from(base64, 'base64').toString('hex'))}`
}

/** Enough of a long text to know it by. */
function start(text: string): string {
  return `${text.slice(0, 12)}...`
}
