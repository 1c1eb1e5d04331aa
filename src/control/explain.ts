import { z } from 'zod'
import { ControlError } from '../contract/control-error.ts'
import { defineEndpoint } from '../contract/endpoint.ts'
import { namedRequest } from '../contract/named.ts'
import { Rejection } from '../domain/rejection.ts'
import { explain } from '../engine/explain.ts'
import { explanationView } from './scenario-views.ts'
import type { ControlTools } from './tools.ts'

/** Tells which scenario a create request would get, why, and what would happen; nothing is stored. */
export const explainRequest = defineEndpoint<ControlTools>()({
  area: 'control',
  tag: 'Sandbox: scenarios',
  method: 'POST',
  path: '/_sandbox/explain',
  name: 'explainRequest',
  summary: 'Which scenario a create request would get, and why',
  body: namedRequest(
    'ExplainRequest',
    z.strictObject({
      path: z.string(),
      body: z.record(z.string(), z.unknown()),
      headers: z.record(z.string(), z.string()).default({}),
    }),
  ),
  answer: explanationView,
  handle({ key, body: { path, body, headers }, store, scenarios, intentOf, about }) {
    const business = store.business(key)
    const intent = intentOf(path, body, business.settings)
    if (intent === null) {
      throw new ControlError('invalid', `path: ${path} is no create call`, 'write for example /collections/mobilemoney')
    }
    if (!('flow' in intent)) throw new ControlError('invalid', `The request would be refused: ${intent.join('; ')}`)
    const [, header] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'x-sandbox-scenario') ?? []
    const explaining = { scenarios: scenarios(), intent, business, header: header ?? null, seed: about().seed }
    const explained = explain({ ...explaining, now: store.now(key) })
    if (explained instanceof Rejection) throw new ControlError('invalid', explained.message)
    return { body: explained }
  },
})
