import { type ZodType, z } from 'zod'
import { type ErrorCode, errorStatuses } from '../../domain/refused.ts'
import { type Operation, useOf } from '../endpoint.ts'
import { namedAnswer } from '../named.ts'

/** The shapes in which the service and the sandbox's own API refuse (spec 7.2, D8, D10, D31). */

const fieldErrors = errorObject('FieldErrors', 'Fields that broke rules (D6).', {
  statusCode: z.literal(400),
  error: z.literal('Bad Request'),
  message: z.array(z.string()).min(1).describe('Every failed rule of every field.'),
})
const fieldErrorList = namedAnswer(
  'FieldErrorList',
  z
    .array(errorObject('FieldError', 'One failed rule.', { message: z.string() }))
    .min(1)
    .describe('The same under the setting `validationShape: list` (D8).'),
)

/** One sentence, in the three keys of all single errors of the service. */
const serviceError = errorObject('ServiceError', 'A single-message error.', {
  statusCode: z.int().min(400).max(599),
  message: z.string(),
  error: z.string().describe("The status' name."),
  provider_hook_response: z
    .looseObject({ status: z.string(), message: z.string() })
    .optional()
    .describe('Only when the provider of virtual accounts is down (D31).'),
})

const badRequest = namedAnswer(
  'BadRequest',
  z.union([fieldErrors, fieldErrorList, serviceError]).describe('Fields that broke rules, or a business rule.'),
)

/** Every error under /_sandbox, and of a Host that the sandbox does not answer to. */
const sandboxError = errorObject('SandboxError', "An error of the sandbox's own API.", {
  error: z.strictObject({
    code: z.enum(Object.keys(errorStatuses) as ErrorCode[]).describe('What kind of refusal it is.'),
    message: z.string().describe('What is wrong.'),
    hint: z.string().optional().describe('How to mend it.'),
  }),
})

function errorObject<Shape extends z.ZodRawShape>(id: string, description: string, shape: Shape) {
  return namedAnswer(id, z.strictObject(shape).describe(description))
}

export interface Refusal {
  readonly status: number
  readonly schema: ZodType
  readonly description: string
  readonly headers: readonly string[]
  readonly isOf: (operation: Operation) => boolean
}

const always = () => true
const hint = ['x-sandbox-hint']
/** A scenario can refuse in this way too. */
const byScenario = ['x-sandbox-scenario', ...hint]

function service(status: number, description: string, headers = hint, isOf: Refusal['isOf'] = always): Refusal {
  return { status, schema: serviceError, description, headers, isOf }
}

function sandbox(code: ErrorCode, description: string, isOf: Refusal['isOf'] = declares(code)): Refusal {
  return { status: errorStatuses[code], schema: sandboxError, description, headers: ['x-sandbox-error'], isOf }
}

const declares = (kind: ErrorCode) => (operation: Operation) => operation.refuses?.includes(kind) === true
const hasBody = ({ body }: Operation) => body !== undefined
const actsOnBusiness = ({ anyKey }: Operation) => !anyKey
const needsStorage = ({ needsStorage = true }: Operation) => needsStorage
const changesBusiness = (operation: Operation) => operation.method !== 'GET' && useOf(operation) !== null

const otherSlot = 'Another process of a shared sandbox serves this key (setting `slots`).'

/** Refusals of the service's endpoints; http/errors.ts, exposure.ts and not-found.ts send them. */
const ofService: Readonly<Record<string, Refusal>> = {
  InvalidRequest: {
    status: 400,
    schema: badRequest,
    description: 'The body or the query broke field rules, or a business rule refused (D6, D8, D9, D10).',
    headers: byScenario,
    isOf: ({ body, query }) => body !== undefined || query !== undefined,
  },
  Unauthorized: service(401, 'No key, or none that is accepted (D3).'),
  HostNotAllowed: sandbox(
    'host_not_allowed',
    'The Host header names a host that this sandbox does not answer to: `--allow-host` lets it in.',
    always,
  ),
  NotFound: service(
    404,
    'The id names nothing. Paths and methods that the service does not have answer a 404 too (D4).',
    hint,
    declares('not_found'),
  ),
  BodyTooLarge: service(413, 'The body is over 1 MiB (D9).', hint, hasBody),
  OtherSlot: service(421, otherSlot),
  TooManyRequests: service(
    429,
    'More requests than the setting `rateLimit` allows (D13), or more than a quota; or a scenario says so.',
    ['retry-after', ...byScenario],
  ),
  ServerError: service(500, 'The caller is not in the setting `ipAllowList` (D13), or a scenario says so.', byScenario),
  StorageUnavailable: service(
    503,
    'The database fails, a scenario says so (D42), or the business is sealed; nothing was stored.',
    ['retry-after', ...byScenario],
    needsStorage,
  ),
}

const ofSandbox: Readonly<Record<string, Refusal>> = {
  SandboxInvalid: sandbox(
    'invalid',
    'The body, the query or the path is not what this call takes.',
    (one) => one.method !== 'GET' || one.query !== undefined || declares('invalid')(one),
  ),
  SandboxUnauthorized: sandbox('unauthorized', 'The key is none that is accepted (D44).', actsOnBusiness),
  SandboxForbidden: sandbox(
    'token_required',
    'Another Host, a page of another site, or no token although the sandbox was started with one; for `stop` also another machine.',
    always,
  ),
  SandboxNotFound: sandbox('not_found', 'There is no such thing in this business.'),
  SandboxTimeout: sandbox('timeout', 'Timed out; the message says what was seen instead.'),
  SandboxConflict: sandbox(
    'conflict',
    'Not possible in the state things are in.',
    (one) => declares('conflict')(one) || changesBusiness(one),
  ),
  SandboxBodyTooLarge: sandbox('too_large', 'The body is over 1 MiB, or a received webhook over 64 KB.', hasBody),
  SandboxOtherSlot: sandbox('other_slot', otherSlot, actsOnBusiness),
  SandboxTooMany: sandbox(
    'quota',
    'The key is new, and there are as many businesses as `maxBusinesses` allows; or a quota of this one.',
    changesBusiness,
  ),
  SandboxStorageUnavailable: sandbox(
    'storage',
    'The database fails, and nothing was stored; or the sandbox is to stop soon.',
    (one) => needsStorage(one) || declares('draining')(one),
  ),
}

/** An endpoint's refusals, by the name of their component. */
export function refusalsOf(operation: Operation): readonly (readonly [name: string, refusal: Refusal])[] {
  const all = Object.entries(operation.area === 'service' ? ofService : ofSandbox)
  return all.filter(([, { isOf }]) => isOf(operation))
}
