import type { IncomingHttpHeaders } from 'node:http'
import type { AnswerOf } from '../../control/routes.ts'
import { ControlFailure, NotRunning } from '../../control-client/failure.ts'
import { defaultSignatureHeader, verifySignature } from '../../webhooks/sign.ts'
import { type ClientFlags, clientOf, keyOf, urlOf } from '../client/client-options.ts'

type Signing = Pick<AnswerOf<'GET /_sandbox/business'>, 'key' | 'signatureHeader' | 'webhookSecret'>

export interface SignatureVerdict {
  readonly is: 'right' | 'wrong' | 'not verified'
  /** By whose key, or why not. */
  readonly text: string
}

/**
 * Judges a webhook's signature. Asks the running sandbox for its businesses; if it does not name them, it tries the key alone.
 */
export async function judgeSignature(
  headers: IncomingHttpHeaders,
  body: Buffer,
  flags: ClientFlags,
): Promise<SignatureVerdict> {
  const asked = await signingsOf(flags).catch((error: unknown) => whyNot(error, urlOf(flags)))
  const signings = typeof asked === 'string' ? [plainSigning(keyOf(flags))] : asked
  const signer = signings.find(({ signatureHeader: header, webhookSecret: secret }) =>
    verifySignature({ header, secret, body, headers }),
  )
  if (signer) return { is: 'right', text: `right (${signer.key})` }
  if (typeof asked === 'string') return { is: 'not verified', text: `not verified: ${asked}, and --key does not fit` }
  return { is: 'wrong', text: 'WRONG: no business of the sandbox signs like this' }
}

function whyNot(error: unknown, url: string): string {
  if (error instanceof NotRunning) return `no sandbox at ${url}`
  if (!(error instanceof Error)) return String(error)
  const hint = error instanceof ControlFailure && error.hint !== undefined ? ` (${error.hint})` : ''
  return `the sandbox at ${url} does not say who signs: ${error.message}${hint}`
}

async function signingsOf(flags: ClientFlags): Promise<readonly Signing[]> {
  const businesses = await clientOf(flags).call('GET /_sandbox/businesses')
  const keys = flags.key === undefined ? businesses.map(({ key }) => key) : [flags.key]
  return Promise.all(keys.map((key) => clientOf({ ...flags, key }).call('GET /_sandbox/business')))
}

function plainSigning(key: string): Signing {
  return { key, signatureHeader: defaultSignatureHeader, webhookSecret: key }
}
