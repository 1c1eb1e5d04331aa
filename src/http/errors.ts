import { ControlError, type ControlErrorKind } from '../contract/control-error.ts'
import type { Reply } from '../contract/endpoint.ts'
import type { ErrorFacts } from '../domain/error-facts.ts'
import { NotSealed, Sealed } from '../domain/gate.ts'
import { QuotaReached, Refused, Rejection, SimulatedFailure, StorageFailure } from '../domain/refusals.ts'
import { OtherSlot } from '../domain/slots.ts'
import { adviceText, callOf } from '../words/actions.ts'
import { errorWords } from '../words/errors.ts'
import { BodyCutOff, BodyNotAnObject, BodyTooLarge } from './body/read-body.ts'
import { AddressNotAllowed, TooManyRequests, Unauthorized } from './service/authorize.ts'

/** Every message about a body or query (D6). Not an `Error`: it is common, and a stack trace is expensive. */
export class InvalidRequest {
  readonly messages: readonly string[]

  constructor(messages: readonly string[]) {
    this.messages = messages
  }
}

/** The answer to an error on the service's routes; the only place that knows their statuses (spec 7). */
export function serviceError(error: unknown, shape: 'object' | 'list'): Reply {
  if (error instanceof InvalidRequest) return invalid(error, shape)
  if (error instanceof Rejection) return rejected(error)
  if (error instanceof SimulatedFailure) return simulated(error)
  if (error instanceof Unauthorized) {
    const { message } = saidOf(error.facts)
    return { status: 401, body: { statusCode: 401, error: 'Unauthorized', message }, hints: adviceHints(error.facts) } // D3
  }
  if (error instanceof AddressNotAllowed) return { ...serverFault, hints: [lineOf(error)] } // D13
  if (error instanceof TooManyRequests) {
    const headers = { 'retry-after': String(error.retryAfterSeconds) }
    return { ...single(429, error.message, 'Too Many Requests'), headers } // D13
  }
  if (error instanceof QuotaReached) {
    return { ...single(429, 'Too many requests', 'Too Many Requests'), hints: [lineOf(error)] } // D13
  }
  if (error instanceof Sealed) {
    const sealed = single(503, 'Service is not available', 'Service Unavailable')
    return { ...sealed, headers: { 'retry-after': '1' }, hints: [lineOf(error)] }
  }
  if (error instanceof OtherSlot) return single(421, saidOf(error.facts).message, 'Misdirected Request')
  if (error instanceof BodyNotAnObject) {
    const { message } = saidOf(error.facts)
    return { ...single(400, message, 'Bad Request'), hints: adviceHints(error.facts) } // D9
  }
  if (error instanceof BodyTooLarge) return single(413, 'Request body is too large', 'Payload Too Large') // D9
  if (error instanceof StorageFailure) {
    const hints = error.facts.isFull ? [lineOf(error)] : []
    return { ...single(503, 'Storage is not available', 'Service Unavailable'), hints } // D42
  }
  return serverFault
}

const serverFault: Reply = {
  status: 500,
  body: { statusCode: 500, error: 'Internal Server Error', message: 'Internal server error' },
}

function invalid({ messages }: InvalidRequest, shape: 'object' | 'list'): Reply {
  if (shape === 'list') return { status: 400, body: messages.map((message) => ({ message })) } // D8
  return { status: 400, body: { statusCode: 400, error: 'Bad Request', message: messages } }
}

function rejected({ rule, status, message, details: { extra, scenario, hints, delayMs } }: Rejection): Reply {
  const body = { statusCode: status, message, error: status === 404 ? 'Not Found' : 'Bad Request', ...extra }
  return {
    status,
    body,
    rule,
    ...(scenario === undefined ? {} : { scenario }),
    ...(hints === undefined ? {} : { hints }),
    ...(delayMs === undefined ? {} : { delayMs }),
  }
}

/** A simulated failure: in the form of D13 and D42, or no answer at all. */
function simulated({ kind, delayMs, said: { scenario, hints } }: SimulatedFailure): Reply {
  const more = { scenario, hints, delayMs }
  if (kind === 'drop-before-commit') return { body: null, ...more, fault: 'drop' }
  if (kind === 500) return { ...serverFault, ...more }
  if (kind === 503) return { ...single(503, 'Service is not available', 'Service Unavailable'), ...more }
  const tooMany = single(429, 'Too many requests', 'Too Many Requests')
  return { ...tooMany, ...more, headers: { 'retry-after': '1' } }
}

function single(statusCode: number, message: string, error: string): Reply {
  return { status: statusCode, body: { statusCode, message, error } }
}

const statusOf: Readonly<Record<ControlErrorKind, number>> = {
  invalid: 400,
  unauthorized: 401, // D44
  host_not_allowed: 403,
  origin_not_allowed: 403,
  token_required: 403,
  other_machine: 403,
  not_found: 404,
  timeout: 408,
  conflict: 409,
  too_large: 413,
  other_slot: 421,
  quota: 429,
  internal: 500,
  draining: 503,
  storage: 503,
}

const kinds: readonly (readonly [abstract new (...given: never) => Refused, ControlErrorKind])[] = [
  [Unauthorized, 'unauthorized'],
  [QuotaReached, 'quota'],
  [OtherSlot, 'other_slot'],
  [Sealed, 'conflict'],
  [NotSealed, 'conflict'],
  [BodyNotAnObject, 'invalid'],
  [StorageFailure, 'storage'],
]

export function controlError(error: unknown): Reply {
  if (error instanceof ControlError) return worded(error)
  if (error instanceof BodyTooLarge) return worded({ kind: 'too_large', facts: { why: 'too-large' } })
  const [, kind] = kinds.find(([Class]) => error instanceof Class) ?? []
  if (kind !== undefined && error instanceof Refused) return worded({ kind, facts: error.facts })
  return worded({ kind: 'internal', facts: { why: 'internal' } })
}

/** The API's words for an error, and its facts for clients that have words of their own. */
export function worded({ kind, facts }: Pick<ControlError, 'kind' | 'facts'>): Reply {
  const { message, hint } = saidOf(facts)
  const error = { code: kind, message, ...(hint === undefined ? {} : { hint }) }
  const header = factsHeader(facts)
  return {
    status: statusOf[kind],
    body: { error },
    ...(header === null ? {} : { headers: { 'x-sandbox-error': header } }),
  }
}

function saidOf(facts: ErrorFacts): { readonly message: string; readonly hint: string | undefined } {
  const { message, advice } = errorWords(facts)
  return { message, hint: adviceText(advice, callOf) }
}

/** A refusal in one line. */
function lineOf({ facts }: Refused): string {
  const { message, hint } = saidOf(facts)
  return hint === undefined ? message : `${message}: ${hint}`
}

/** The advice of a refusal, as `x-sandbox-hint` carries it (D5). */
export function adviceHints(facts: ErrorFacts): readonly string[] {
  const { hint } = saidOf(facts)
  return hint === undefined ? [] : [hint]
}

/** Clients take 16 KB of headers: the problems of thousands of fields are in the body alone. */
const longestHeader = 8000

/** Facts as JSON in ASCII, as a header carries them. */
function factsHeader(facts: ErrorFacts): string | null {
  const text = JSON.stringify(facts).replaceAll(/[\u007f-\uffff]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
  return text.length > longestHeader ? null : text
}

export function isFault(error: unknown): boolean {
  if (error instanceof Refused) return error instanceof StorageFailure
  const expected = [InvalidRequest, Rejection, SimulatedFailure, TooManyRequests, BodyTooLarge, BodyCutOff]
  return !expected.some((kind) => error instanceof kind)
}
