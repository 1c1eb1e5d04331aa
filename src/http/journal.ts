import { joinHints } from '../contract/endpoint.ts'
import { noKey, type ReceivedBody, type ReceivedCall } from '../contract/received-call.ts'
import { testKey } from '../domain/keys.ts'
import { monotonicMs } from '../time.ts'
import { BodyUnfinished, readBody } from './body/read-body.ts'
import { unreadBody } from './body/unread-body.ts'
import type { HttpContext, Middleware } from './http-env.ts'
import { asksForPage, isControlPath, methodOf, pathOf, rawHeadersOf, targetOf } from './raw-request.ts'

export interface CallCounts {
  arrived: number
  /** Calls of no business: without a key that is accepted. */
  keyless: number
}

export interface Recorder {
  readonly counts: CallCounts
  readonly record: (call: ReceivedCall) => void
  readonly acceptsKey: (key: string) => boolean
  readonly log: { hint(message: string): void }
}

export function journal(recorder: Recorder): Middleware {
  return async (context, next) => {
    if (isControlPath(targetOf(context)) || asksForPage(context)) return next()
    recorder.counts.arrived++
    const startedMs = monotonicMs()
    await next()
    await record(recorder, context, startedMs)
  }
}

async function record({ counts, record, acceptsKey, log }: Recorder, context: HttpContext, startedMs: number) {
  const { reply, text } = context.get('answer') ?? { reply: { body: null }, text: null }
  for (const hint of reply.hints ?? []) log.hint(`${callText(context)}: ${hint}`)
  const key = context.get('key') ?? keyMeant(context, acceptsKey)
  if (key === null) counts.keyless++
  const answer = typeof text === 'string' ? text : null
  const body = context.get('body') ?? bodyOf(context)
  record({
    key: key ?? noKey,
    method: methodOf(context),
    url: targetOf(context),
    rawHeaders: rawHeadersOf(context),
    body: body instanceof Promise ? await body : body,
    status: answer === null ? null : (reply.status ?? 200),
    answer,
    answerLength: answer?.length ?? 0,
    hint: reply.hints?.length ? joinHints(reply.hints) : undefined,
    rule: reply.rule,
    scenario: reply.scenario,
    fault: reply.fault ?? (answer === null ? 'caller-gone' : null),
    meant: reply.fault === undefined && answer !== null ? undefined : reply.body,
    durationMs: monotonicMs() - startedMs,
  })
}

/** The call of an answer, with its path as sent; a live key is never shown (D2). */
function callText(context: HttpContext): string {
  return `${methodOf(context)} ${pathOf(context)
    .replaceAll(/live_[\w-]*/g, 'live_...')
    .slice(0, 200)}`
}

/** The key that a refused caller meant, even behind a scheme word. */
function keyMeant({ req }: HttpContext, acceptsKey: (key: string) => boolean): string | null {
  const key = /^(?:\w+\s+)?(\S+)$/.exec(req.header('authorization') ?? '')?.[1]
  return key !== undefined && testKey.test(key) && acceptsKey(key) ? key : null
}

/** A body that no endpoint read. */
function bodyOf(context: HttpContext): ReceivedBody | Promise<ReceivedBody> {
  const { incoming } = context.env
  return incoming === undefined ? wholeBody(context) : unreadBody(incoming)
}

async function wholeBody(context: HttpContext): Promise<ReceivedBody> {
  const { bodyUsed } = context.req.raw
  const chunks = bodyUsed ? [] : await readBody(context).then((bytes) => [bytes], chunksOf)
  const start = Buffer.concat(chunks)
  return { start, bytes: start.length, isComing: false }
}

function chunksOf(error: unknown): readonly Buffer[] {
  if (error instanceof BodyUnfinished) return error.chunks
  throw error
}
