import type { ZodType } from 'zod'
import type { JsonObject } from '../../domain/json.ts'
import { schemaName } from '../named.ts'
import { type Examples, listed } from './examples.ts'
import { refTo } from './schemas.ts'

/** The one webhook of the service (spec 6), with the headers that sign it (D34) and what answers mean (D36); `record` is what it carries. */
export function transactionFinal(record: ZodType, examples: Examples['webhooks']): JsonObject {
  return {
    post: {
      operationId: 'transactionFinal',
      tags: ['Webhooks'],
      'x-basis': 'spec',
      summary: 'A transaction reached its final status',
      description:
        'The specification shows the body, and neither retries nor time-outs nor the signature: the signature was seen in public client code, the rest is chosen (D34, D36). Sent to the request’s callbackURL, or to the default one of the business; at least once, and again after 5 s, 30 s, 2 min, 10 min and 1 h (setting `retry`) until it is answered 2xx. Every attempt carries the same bytes.',
      security: [],
      parameters: Object.entries(headers).map(([name, description]) => {
        return { name, in: 'header', required: name.startsWith('x-sandbox-'), description, schema: { type: 'string' } }
      }),
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: refTo('schemas', schemaName(record)),
            examples: listed(examples),
          },
        },
      },
      responses: {
        '2XX': { description: 'Received: it is not sent again. The body is not read.' },
        '3XX': { description: 'Not followed; sent again later.' },
        '4XX': { description: 'Sent again later.' },
        '5XX': { description: 'Sent again later, as after no answer within the setting `timeout` (10 s).' },
      },
    },
  }
}

/** The sandbox's own headers are always sent; a scenario can leave the signature out. */
const headers = {
  'x-webhook-signature':
    'Lower-case hex HMAC-SHA512 of exactly the bytes of the body, keyed with the API key that created the transaction or the setting `webhookSecret`. The setting `signatureHeader` names another header.',
  'x-sandbox-delivery': 'Id of the delivery.',
  'x-sandbox-attempt': 'Number of the attempt, from 1.',
} as const
