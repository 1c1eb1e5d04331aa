import { createHash, createHmac } from 'node:crypto'
import type { Business } from '../domain/business.ts'
import { sameText } from '../domain/same-text.ts'

/** D34. */
export type SignatureScheme = 'hmac-sha512' | 'standard-webhooks'

/** The header that carries the signature unless the setting `signatureHeader` names another (D34). */
export const defaultSignatureHeader = 'x-webhook-signature'

/** Returns the service's signature: lower-case hex HMAC-SHA512 of exactly these bytes (D34). */
export function signatureOf(body: string | Buffer, secret: string): string {
  return createHmac('sha512', secret).update(body).digest('hex')
}

export interface ToSign {
  readonly scheme: SignatureScheme
  /** Header of the scheme hmac-sha512; the other scheme has fixed names. */
  readonly header?: string | undefined
  /** The setting `webhookSecret`, for either scheme. */
  readonly secret: string
  readonly body: string | Buffer
  /** The same for every attempt of a delivery, so that receivers recognise repeats. */
  readonly id: string
  readonly timestampSeconds: number
}

export function signatureHeaders(toSign: ToSign): Record<string, string> {
  const { scheme, header, secret, body, id, timestampSeconds } = toSign
  if (scheme === 'hmac-sha512') return { [header ?? defaultSignatureHeader]: signatureOf(body, secret) }
  const timestamp = String(timestampSeconds)
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': standardSignature(body, { secret, id, timestamp }),
  }
}

/** Returns the secret for receivers of `standard-webhooks`: `whsec_` and base64, derived from `webhookSecret` (D34). */
export function standardWebhooksSecret(webhookSecret: string): string {
  return `whsec_${standardKey(webhookSecret).toString('base64')}`
}

/** Header names in any case. */
export interface ToVerify {
  readonly scheme: SignatureScheme
  readonly header?: string | undefined
  readonly secret: string
  readonly body: string | Buffer
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

/**
 * Whether a webhook's signature is right, compared in constant time. The timestamp's age is not judged: the sandbox's
 * clock may stand still or run ahead of the receiver's.
 */
export function verifySignature({ scheme, header, secret, body, headers }: ToVerify): boolean {
  if (scheme === 'hmac-sha512') {
    return sameText(headerOf(headers, header ?? defaultSignatureHeader), signatureOf(body, secret))
  }
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  if (id === '' || timestamp === '') return false
  const expected = standardSignature(body, { secret, id, timestamp })
  return headerOf(headers, 'webhook-signature')
    .split(' ')
    .some((candidate) => sameText(candidate, expected))
}

function standardSignature(
  body: string | Buffer,
  { secret, id, timestamp }: { readonly secret: string; readonly id: string; readonly timestamp: string },
): string {
  const mac = createHmac('sha256', standardKey(secret)).update(`${id}.${timestamp}.`).update(body)
  return `v1,${mac.digest('base64')}`
}

function standardKey(webhookSecret: string): Buffer {
  return createHash('sha256').update(webhookSecret).digest()
}

function headerOf(headers: ToVerify['headers'], name: string): string {
  const wanted = name.toLowerCase()
  const found = Object.keys(headers).find((key) => key.toLowerCase() === wanted)
  const value = found === undefined ? undefined : headers[found]
  return typeof value === 'string' ? value : (value?.[0] ?? '')
}

/** Returns the setting, or the API key if there is none (D34). */
export function webhookSecretOf(business: Business): string {
  return business.settings.webhookSecret ?? business.key
}

/** Returns the secrets for checking this business's webhooks (D34). */
export function signingSecrets(business: Business): { webhookSecret: string; standardWebhooksSecret: string } {
  const webhookSecret = webhookSecretOf(business)
  return { webhookSecret, standardWebhooksSecret: standardWebhooksSecret(webhookSecret) }
}
