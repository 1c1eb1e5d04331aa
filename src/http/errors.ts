import type { Reply } from '../contract/endpoint.ts'
import { errorStatuses, Refused, StorageFailure } from '../domain/refused.ts'
import { Rejection, SimulatedFailure } from '../domain/rejection.ts'
import { callOf } from '../words/actions.ts'
import { type ErrorFacts, errorCode, errorWords, type Reason, refusedFacts } from '../words/errors.ts'
import { BodyCutOff, BodyTooLarge } from './body/read-body.ts'
import { TooManyRequests } from './service/authorize.ts'

/** The answer to an error on the service's routes; the only place that knows their statuses, but for an invalid body (spec 7). */
export function serviceError(error: unknown): Reply {
  if (error instanceof Rejection) return rejected(error)
  if (error instanceof SimulatedFailure) return simulated(error)
  if (error instanceof TooManyRequests) {
    return { ...single(429, error.message), headers: { 'retry-after': String(error.retryAfterSeconds) } } // D13
  }
  const facts = factsOf(error)
  return facts === null ? serverFault : refusedByService(facts)
}

const names = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  413: 'Payload Too Large',
  421: 'Misdirected Request',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
} as const
type Status = keyof typeof names

/** How the service refuses: its status, and its own sentence if it has one; the sandbox's is then a hint (D5). */
const ofService: { readonly [R in Reason]?: readonly [status: Status, message?: string] } = {
  'no-object': [400], // D9
  unauthorized: [401], // D3
  'no-route': [404], // D4
  'too-large': [413], // D9
  'other-slot': [421],
  quota: [429, 'Too many requests'], // D13
  'address-not-allowed': [500, 'Internal server error'], // D13
  sealed: [503, 'Service is not available'],
  storage: [503, 'Storage is not available'], // D42
}

export function refusedByService(facts: ErrorFacts): Reply {
  const [status, own] = ofService[facts.why] ?? []
  if (status === undefined) return serverFault
  const { message, hint } = errorWords(facts, callOf)
  const line = hint === undefined ? message : `${message}: ${hint}`
  const help = own === undefined ? hint : line
  return {
    ...single(status, own ?? message),
    hints: help === undefined || help === own ? [] : [help],
    ...(facts.why === 'sealed' ? { headers: { 'retry-after': '1' } } : {}),
  }
}

function single(statusCode: Status, message: string): Reply {
  const error = names[statusCode]
  const isNamedFirst = statusCode === 401 || statusCode === 404 || statusCode === 500
  return {
    status: statusCode,
    body: isNamedFirst ? { statusCode, error, message } : { statusCode, message, error },
  }
}

const serverFault = single(500, 'Internal server error')

function rejected({ rule, status, message, details: { extra, ...details } }: Rejection): Reply {
  return { status, body: { statusCode: status, message, error: names[status], ...extra }, rule, ...details }
}

/** A simulated failure: in the form of D13 and D42, or no answer at all. */
function simulated({ kind, delayMs, said }: SimulatedFailure): Reply {
  const more = { ...said, delayMs }
  if (kind === 'drop-before-commit') return { body: null, ...more, fault: 'drop' }
  if (kind === 500) return { ...serverFault, ...more }
  if (kind === 503) return { ...single(503, 'Service is not available'), ...more }
  return { ...single(429, 'Too many requests'), ...more, headers: { 'retry-after': '1' } }
}

export function controlError(error: unknown): Reply {
  return worded(factsOf(error) ?? { why: 'internal' }, error instanceof Refused ? error.code : undefined)
}

function factsOf(error: unknown): ErrorFacts | null {
  return error instanceof BodyTooLarge ? { why: 'too-large' } : refusedFacts(error)
}

/** The API's words for an error, and its facts for clients that have words of their own. */
export function worded(facts: ErrorFacts, code = errorCode(facts)): Reply {
  const { message, hint } = errorWords(facts, callOf)
  const header = factsHeader(facts)
  return {
    status: errorStatuses[code],
    body: { error: { code, message, ...(hint === undefined ? {} : { hint }) } },
    ...(header === null ? {} : { headers: { 'x-sandbox-error': header } }),
  }
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
  if (error instanceof StorageFailure) return true
  const expected = [Rejection, SimulatedFailure, TooManyRequests, BodyTooLarge, BodyCutOff]
  return refusedFacts(error) === null && !expected.some((kind) => error instanceof kind)
}
