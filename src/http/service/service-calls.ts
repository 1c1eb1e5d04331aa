import type { BoundEndpoint, Reply } from '../../contract/endpoint.ts'
import { readRequest } from '../../contract/read-request.ts'
import type { Settings } from '../../domain/settings.ts'
import { turnEnd } from '../../time/tuned-turn-end.ts'
import { BodyUnfinished, contentTypeHints, jsonObject, readBody } from '../body/read-body.ts'
import type { HttpContext } from '../http-env.ts'
import type { HttpOptions } from '../options.ts'
import { addressOf, methodOf, pathOf, queryOf } from '../raw-request.ts'
import { respondAsPlanned } from '../respond.ts'
import { createAuthorize } from './authorize.ts'

const neverAborted = new AbortController().signal

/** Answers the service's endpoints: authorise → read → check → ask → answer. It counts calls by key (D13). */
export function serviceCalls(options: HttpOptions) {
  const authorize = createAuthorize(options)
  return (endpoint: BoundEndpoint) =>
    async (context: HttpContext): Promise<Response> => {
      const authorization = context.req.header('authorization')
      const { key, settings } = authorize({ authorization, address: () => addressOf(context) })
      context.set('key', key)

      const query = endpoint.query && readRequest(endpoint.query, Object.fromEntries(queryOf(context)))
      if (query && 'messages' in query) return answer(context, invalid(query.messages, settings), options)
      const bytes = endpoint.body && (await readBody(context))
      await turnEnd()

      // The settings that let the caller in: the handler goes by what was read, should they change meanwhile.
      const body = endpoint.body && bytes && readRequest(endpoint.body, parsed(context, bytes), settings)
      if (body) addHints(context, body.hints)
      if (body && 'messages' in body) return answer(context, invalid(body.messages, settings), options)

      const params = context.req.param()
      const header = (name: string) => context.req.header(name) ?? null
      const reply = await endpoint.handle({
        key,
        params,
        query: query?.fields,
        body: body?.fields,
        header,
        signal: neverAborted,
      })
      return answer(context, reply, options)
    }
}

/** The 400 with every message about a body or query (D6). */
function invalid(messages: readonly string[], { validationShape }: Settings): Reply {
  if (validationShape === 'list') return { status: 400, body: messages.map((message) => ({ message })) } // D8
  return { status: 400, body: { statusCode: 400, error: 'Bad Request', message: messages } }
}

/** The words of refusals are loaded with the first one. */
export async function refuseServiceCall(
  context: HttpContext,
  error: unknown,
  options: Pick<HttpOptions, 'log' | 'stopping'>,
): Promise<Response> {
  // The received part of a body that was refused before its end shows the caller's intent.
  if (error instanceof BodyUnfinished && error.chunks.length > 0) noteBody(context, Buffer.concat(error.chunks))
  const { isFault, serviceError } = await import('../errors.ts')
  if (isFault(error)) options.log.fault(`${methodOf(context)} ${pathOf(context)} failed`, error)
  return answer(context, serviceError(error), options)
}

function parsed(context: HttpContext, bytes: Buffer): Record<string, unknown> {
  noteBody(context, bytes)
  addHints(context, contentTypeHints(context.req.header('content-type')))
  return jsonObject(bytes, context)
}

function addHints(context: HttpContext, hints: readonly string[]): void {
  if (hints.length > 0) context.set('hints', [...(context.get('hints') ?? []), ...hints])
}

function noteBody(context: HttpContext, bytes: Buffer): void {
  context.set('body', { start: bytes, bytes: bytes.length, isComing: false })
}

function answer(
  context: HttpContext,
  reply: Reply,
  { stopping }: Pick<HttpOptions, 'stopping'>,
): Response | Promise<Response> {
  const hints = context.get('hints')
  const whole = hints === undefined ? reply : { ...reply, hints: [...hints, ...(reply.hints ?? [])] }
  return respondAsPlanned(context, whole, stopping)
}
