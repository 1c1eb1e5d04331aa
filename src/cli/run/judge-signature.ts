import type { IncomingHttpHeaders } from 'node:http'
import type { AnswerOf } from '../../control/routes.ts'
import { ControlFailure, NotRunning } from '../../control-client/failure.ts'
import { defaultSignatureHeader, verifySignature } from '../../webhooks/sign.ts'
import { type ClientFlags, clientOf, keyOf, urlOf } from '../client/client-options.ts'

type Signing = Pick<AnswerOf<'GET /_sandbox/business'>, 'key' | 'signatureScheme' | 'signatureHeader' | 'webhookSecret'>

/** Who may have signed; `why` where the sandbox could not be asked and the key alone has to do. */
interface Candidates {
  readonly signings: readonly Signing[]
  readonly why: string | null
}

/**
 * Says whether a webhook's signature is right, and by whose key. Asks the running sandbox for its businesses; where it
 * does not say, it tries the key alone.
 */
export async function judgeSignature(headers: IncomingHttpHeaders, body: Buffer, flags: ClientFlags): Promise<string> {
  const { signings, why } = await candidatesOf(flags)
  const signer = signings.find(({ signatureScheme: scheme, signatureHeader: header, webhookSecret: secret }) =>
    verifySignature({ scheme, header, secret, body, headers }),
  )
  if (signer) return `right (${signer.key})`
  return why === null
    ? 'WRONG: no business of the sandbox signs like this'
    : `not verified: ${why}, and --key does not fit`
}

async function candidatesOf(flags: ClientFlags): Promise<Candidates> {
  try {
    return { signings: await signingsOf(flags), why: null }
  } catch (error) {
    return { signings: [plainSigning(keyOf(flags))], why: whyNot(error, urlOf(flags)) }
  }
}

/** Why the sandbox did not say how its businesses sign. */
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

/** How a business signs that changed no setting: with its API key (D34). */
function plainSigning(key: string): Signing {
  return { key, signatureScheme: 'hmac-sha512', signatureHeader: defaultSignatureHeader, webhookSecret: key }
}
