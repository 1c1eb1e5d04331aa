import { createHmac } from 'node:crypto'
import type { Business } from '../domain/business.ts'
import { sameText } from '../domain/secret.ts'

/** The header that carries the signature unless the setting `signatureHeader` names another (D34). */
export const defaultSignatureHeader = 'x-webhook-signature'

/** Returns the service's signature: lower-case hex HMAC-SHA512 of exactly these bytes (D34). */
export function signatureOf(body: string | Buffer, secret: string): string {
  return createHmac('sha512', secret).update(body).digest('hex')
}

export interface ToSign {
  readonly header?: string | undefined
  /** The setting `webhookSecret`, or the API key. */
  readonly secret: string
  readonly body: string | Buffer
}

export function signatureHeaders({ header = defaultSignatureHeader, secret, body }: ToSign): Record<string, string> {
  return { [header]: signatureOf(body, secret) }
}

/** Header names in any case. */
export interface ToVerify extends ToSign {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

/** Whether a webhook's signature is right, compared in constant time. */
export function verifySignature({ header = defaultSignatureHeader, secret, body, headers }: ToVerify): boolean {
  return sameText(headerOf(headers, header), signatureOf(body, secret))
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
