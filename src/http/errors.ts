import { ControlError, type ControlErrorKind } from '../contract/control-error.ts'
import type { Reply } from '../contract/endpoint.ts'
import type { ErrorFacts } from '../domain/error-facts.ts'
import { NotSealed, Sealed } from '../domain/gate.ts'
import { QuotaReached, Rejection, SimulatedFailure, StorageFailure } from '../domain/refusals.ts'
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
    return {
      status: 401,
      body: { statusCode: 401, error: 'Unauthorized', message: error.message },
      hints: [error.hint],
    } // D3
  }
  if (error instanceof AddressNotAllowed) return { ...serverFault, hints: [error.hint] } // D13
  if (error instanceof TooManyRequests) {
    const headers = { 'retry-after': String(error.retryAfterSeconds) }
    return { ...single(429, error.message, 'Too Many Requests'), headers } // D13
  }
  if (error instanceof QuotaReached) {
    const hints = [`${error.message}: ${error.hint}`]
    return { ...single(429, 'Too many requests', 'Too Many Requests'), hints } // D13
  }
  if (error instanceof Sealed) {
    const hints = ['this business is sealed: it is being moved to another process']
    return { ...single(503, 'Service is not available', 'Service Unavailable'), headers: { 'retry-after': '1' }, hints }
  }
  if (error instanceof OtherSlot) return single(421, error.message, 'Misdirected Request')
  if (error instanceof BodyNotAnObject) {
    const hints = error.hint === null ? [] : [error.hint]
    return { ...single(400, 'Request body must be a valid JSON object', 'Bad Request'), hints } // D9
  }
  if (error instanceof BodyTooLarge) return single(413, 'Request body is too large', 'Payload Too Large') // D9
  if (error instanceof StorageFailure) {
    const hints = error.isFull ? [`the disk of the sandbox is full: ${makeRoom}`] : []
    return { ...single(503, 'Storage is not available', 'Service Unavailable'), hints } // D42
  }
  return serverFault
}

/** These calls free space on a full disk; they give up the reserve if necessary. */
const makeRoom = 'make room on it, or reset a business, prune it, or delete a snapshot'

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

const statusOf: Record<ControlErrorKind, number> = {
  invalid: 400,
  not_found: 404,
  conflict: 409,
  timeout: 408,
  too_large: 413,
  draining: 503,
  other_machine: 403,
}

export function controlError(error: unknown): Reply {
  if (error instanceof ControlError) return worded(error)
  if (error instanceof Unauthorized) return control(401, 'unauthorized', error.message, error.hint) // D44
  if (error instanceof QuotaReached) return control(429, 'quota', error.message, error.hint)
  if (error instanceof OtherSlot) return control(421, 'other_slot', error.message)
  if (error instanceof Sealed) {
    return worded(new ControlError('conflict', { why: 'sealed', key: error.key, canDrop: error.use === 'reset' }))
  }
  if (error instanceof NotSealed) return worded(new ControlError('conflict', { why: 'not-sealed', key: error.key }))
  if (error instanceof BodyNotAnObject) {
    return control(400, 'invalid', 'Request body must be a valid JSON object', error.hint ?? undefined)
  }
  if (error instanceof BodyTooLarge) return control(413, 'too_large', 'Request body is too large')
  if (error instanceof StorageFailure) {
    if (!error.isFull) return control(503, 'storage', 'Storage is not available')
    return control(503, 'storage', 'Storage is not available: the disk of the sandbox is full', makeRoom)
  }
  return control(500, 'internal', 'Internal error of the sandbox: its log on stderr has the cause')
}

/** The API's words for an error, and its facts for clients that have words of their own. */
function worded({ kind, facts }: ControlError): Reply {
  const { message, advice } = errorWords(facts)
  const header = factsHeader(facts)
  const reply = control(statusOf[kind], kind, message, adviceText(advice, callOf))
  return header === null ? reply : { ...reply, headers: { 'x-sandbox-error': header } }
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

export function control(status: number, code: string, message: string, hint?: string): Reply {
  return { status, body: { error: { code, message, ...(hint === undefined ? {} : { hint }) } } }
}

export function isFault(error: unknown): boolean {
  const expected = [
    InvalidRequest,
    Rejection,
    SimulatedFailure,
    AddressNotAllowed,
    Unauthorized,
    TooManyRequests,
    QuotaReached,
    OtherSlot,
    Sealed,
    NotSealed,
    BodyNotAnObject,
    BodyTooLarge,
    BodyCutOff,
    ControlError,
  ]
  return !expected.some((kind) => error instanceof kind)
}
