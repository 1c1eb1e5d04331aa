import type { IncomingHttpHeaders } from 'node:http'
import { defaultSignatureHeader, verifySignature } from '../webhooks/sign.ts'
import { type ClientFlags, clientOf, keyOf, urlOf } from './client-options.ts'

interface Signing {
  readonly key: string
  readonly signatureScheme: 'hmac-sha512' | 'standard-webhooks'
  readonly signatureHeader: string
  readonly webhookSecret: string
}

/**
 * Says whether a webhook's signature is right, and by whose key. Asks the running sandbox for its businesses; without
 * one it tries the key alone.
 */
export async function judgeSignature(headers: IncomingHttpHeaders, body: Buffer, flags: ClientFlags): Promise<string> {
  const businesses = await signingsOf(flags).catch(() => null)
  const candidates = businesses ?? [plainSigning(keyOf(flags))]
  const signer = candidates.find(({ signatureScheme: scheme, signatureHeader: header, webhookSecret: secret }) =>
    verifySignature({ scheme, header, secret, body, headers }),
  )
  if (signer) return `right (${signer.key})`
  return businesses
    ? 'WRONG: no business of the sandbox signs like this'
    : `not verified: no sandbox at ${urlOf(flags)}, and --key does not fit`
}

async function signingsOf(flags: ClientFlags): Promise<Signing[]> {
  const businesses = (await clientOf(flags).get('/_sandbox/businesses')) as readonly { key: string }[]
  const keys = flags.key === undefined ? businesses.map(({ key }) => key) : [flags.key]
  const show = (key: string) => clientOf({ ...flags, key }).get('/_sandbox/business')
  return Promise.all(keys.map(async (key) => (await show(key)) as Signing))
}

/** How a business signs that changed no setting: with its API key (D34). */
function plainSigning(key: string): Signing {
  return { key, signatureScheme: 'hmac-sha512', signatureHeader: defaultSignatureHeader, webhookSecret: key }
}
