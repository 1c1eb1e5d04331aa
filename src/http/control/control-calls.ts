import type { ZodType } from 'zod'
import type { BoundEndpoint, Reply } from '../../contract/endpoint.ts'
import { inputError, pathText, problemsOf } from '../../domain/input-error.ts'
import { refusal } from '../../words/errors.ts'
import { jsonObject, readBody } from '../body/read-body.ts'
import { callSignal } from '../call-signal.ts'
import { controlError, isFault } from '../errors.ts'
import type { HttpContext } from '../http-env.ts'
import type { HttpOptions } from '../options.ts'
import { methodOf, pathOf, queryOf } from '../raw-request.ts'
import { respond } from '../respond.ts'
import { controlKey } from './control-key.ts'
import { eventResponse } from './event-response.ts'
import { requireOwnMachine } from './require-own-machine.ts'

export function controlCalls(options: HttpOptions) {
  return (endpoint: BoundEndpoint) =>
    async (context: HttpContext): Promise<Response> => {
      if (endpoint.ownMachineOnly) requireOwnMachine(context)
      const search = queryOf(context)
      const key = controlKey(options, endpoint, context.req.header('authorization'), search)

      // The parameter `key` names the business.
      const { key: _, ...parts } = Object.fromEntries(search)
      const query = endpoint.query && check(endpoint.query, parts)

      const bytes = endpoint.body && (await readBody(context, endpoint.mostBytes))
      const body =
        endpoint.body && bytes && !endpoint.readsBytes ? check(endpoint.body, objectIn(bytes, context)) : bytes

      const call = callSignal(context.req.raw, options.stopping)
      const header = (name: string) => context.req.header(name) ?? null
      let reply: Reply | null = null
      try {
        reply = await endpoint.handle({ key, params: context.req.param(), query, body, header, signal: call.signal })
        return reply.events ? eventResponse(reply.events, context, call, options.log) : respond(context, reply)
      } finally {
        if (!reply?.events) call.release()
      }
    }
}

export function refuseControlCall(context: HttpContext, error: unknown, { log }: Pick<HttpOptions, 'log'>): Response {
  if (isFault(error)) log.fault(`${methodOf(context)} ${pathOf(context)} failed`, error)
  return respond(context, controlError(error))
}

/** Control calls without parameters may come without a body. */
function objectIn(bytes: Buffer, context: HttpContext): Record<string, unknown> {
  return bytes.length === 0 ? {} : jsonObject(bytes, context)
}

function check(schema: ZodType, value: Record<string, unknown>): unknown {
  const checked = schema.safeParse(value, inputError)
  if (checked.success) return checked.data
  const problems = problemsOf(checked.error, schema, 'key').map(({ path, message }) => {
    return { field: pathText(path), problem: message }
  })
  throw refusal({ why: 'invalid', problems })
}
