import { z } from 'zod'
import { joinHints } from '../../contract/endpoint.ts'
import { requestBody } from '../../contract/named.ts'
import { Rejection } from '../../domain/rejection.ts'
import { explainRequest as explain } from '../../explain/explain-request.ts'
import { presentExpected } from '../../explain/present-expected.ts'
import { invalid } from '../../words/errors.ts'
import { controlEndpoint } from '../endpoint.ts'
import { explanationView } from './scenario-views.ts'

export const explainRequest = controlEndpoint({
  route: 'POST /_sandbox/explain',
  summary: 'Which scenario a create request would get, and why',
  body: requestBody('ExplainRequest', {
    path: z.string().describe('Path of the create call, such as /collections/mobilemoney.'),
    body: z.record(z.string(), z.unknown()).describe('Its body.'),
    headers: z.record(z.string(), z.string()).default({}).describe('Its headers.'),
  }),
  answer: explanationView,
  handle({ key, body: { path, body, headers }, store, scenarios, readCreate, about }) {
    const business = store.business(key)
    const request = readCreate(path, body, business.settings)
    if (request === null) {
      throw invalid('path', `${path} is not a create call`, 'write for example /collections/mobilemoney')
    }
    if (!('intent' in request)) throw invalid('', `The request would be refused: ${request.join('; ')}`)
    const { intent, admit } = request
    const [, header] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'x-sandbox-scenario') ?? []
    const referenceTaken = store.transactions(key, { reference: intent.reference, limit: 1 }).length > 0
    const wallet = store.wallet(key, intent.currency)
    const explained = explain({
      scenarios: scenarios(key),
      intent,
      business,
      header: header ?? null,
      seed: about().seed,
      refused: admit({ intent, business, referenceTaken, wallet }),
    })
    if (explained instanceof Rejection) throw invalid('', explained.message)
    const { hints, refusal, steps, ...chosen } = explained
    const hint = hints.length === 0 ? null : joinHints(hints)
    return { body: { ...chosen, hint, refusal, steps: steps.map(presentExpected) } }
  },
})
