import { z } from 'zod'
import { answerObject, namedRequest } from '../../contract/named.ts'
import type { Business } from '../../domain/business.ts'
import { receiverPath } from '../../domain/web-url.ts'
import type { Store } from '../../store/store.ts'
import { defaultSignatureHeader, verifySignature, webhookSecretOf } from '../../webhooks/sign.ts'
import { refusal } from '../../words/errors.ts'
import { controlEndpoint } from '../endpoint.ts'

const verdictView = answerObject('WebhookVerdict', 'The webhook arrived; whether a business signed these bytes.', {
  received: z.literal(true),
  signature: z.enum(['right', 'wrong', 'missing']),
  business: z.string().nullable().describe('The key of the business that signed it; null if no business did.'),
})

const anyBytes = z.looseObject({}).describe('A webhook as it came: any bytes, and the signature is checked over them.')

/**
 * A receiver for merchants who have none yet. It keeps nothing, because the delivery keeps its answer. It judges the signature
 * as a receiver should: over the bytes as they came, before anything parses them, and answers 401 if it is not right.
 */
export const receiveWebhook = controlEndpoint({
  route: `POST ${receiverPath}`,
  anyKey: true,
  summary: 'Receive a webhook: a callbackURL if you have no server yet',
  body: namedRequest('ReceivedWebhook', z.instanceof(Buffer), anyBytes),
  readsBytes: true,
  answer: verdictView,
  alsoAnswers: { 401: 'The signature is missing or wrong.' },
  handle({ body, header, store }) {
    const verdict = verdictOn(body, header, store)
    return { status: verdict.signature === 'right' ? 200 : 401, body: { received: true as const, ...verdict } }
  },
})

/** A webhook is a record of about 1 KB. */
const mostBytes = 64 * 1024

type ReadHeader = (name: string) => string | null

function verdictOn(body: Buffer, header: ReadHeader, store: Store) {
  if (body.length > mostBytes) {
    throw refusal({ why: 'too-large-webhook' })
  }
  const business = businessOf(body, header, store)
  const name = business?.settings.signatureHeader ?? defaultSignatureHeader
  const signature = header(name.toLowerCase())
  if (signature === null) return { signature: 'missing', business: null } as const
  if (business === null) return { signature: 'wrong', business: null } as const
  const secret = webhookSecretOf(business)
  const isRight = verifySignature({ header: name, secret, body, headers: { [name]: signature } })
  return isRight
    ? ({ signature: 'right', business: business.key } as const)
    : ({ signature: 'wrong', business: null } as const)
}

/** The business of the transaction in the body, or of the webhook that the header names if a scenario spoiled the body. */
function businessOf(body: Buffer, header: ReadHeader, store: Store): Business | null {
  const [, transaction] = /"id":\s*"([\w-]{1,64})"/.exec(body.toString('latin1')) ?? []
  const delivery = header('x-sandbox-delivery')
  const found = store
    .businesses()
    .find(
      ({ key }) =>
        (transaction !== undefined && store.transaction(key, transaction) !== null) ||
        (delivery !== null && store.delivery(key, delivery) !== null),
    )
  return found ? store.business(found.key) : null
}
