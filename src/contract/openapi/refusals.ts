import type { ZodType } from 'zod'
import type { Operation } from '../endpoint.ts'
import { badRequest, sandboxError, serviceError } from './error-schemas.ts'

/** One way to be refused: its status, its shape, and how the document describes it. */
export interface Refusal {
  readonly status: number
  readonly schema: ZodType
  readonly description: string
  /** Response headers it may carry. */
  readonly headers?: readonly string[]
}

const hint = ['x-sandbox-hint']
/** Sent where a scenario refuses. */
const scenario = ['x-sandbox-scenario']

/** Every refusal by the name of its component; http/errors.ts, exposure.ts and not-found.ts answer them. */
export const refusals = {
  InvalidRequest: {
    status: 400,
    schema: badRequest,
    description: 'The body or the query broke field rules, or a business rule refused (D6, D8, D9, D10).',
    headers: [...scenario, ...hint],
  },
  Unauthorized: {
    status: 401,
    schema: serviceError,
    description: 'No key, or none that is accepted (D3).',
    headers: hint,
  },
  HostNotAllowed: {
    status: 403,
    schema: sandboxError,
    description: 'The Host header names a host that this sandbox does not answer to: `--allow-host` lets it in.',
  },
  NotFound: {
    status: 404,
    schema: serviceError,
    description: 'The id names nothing. Paths and methods that the service does not have answer a 404 too (D4).',
    headers: hint,
  },
  BodyTooLarge: { status: 413, schema: serviceError, description: 'The body is over 1 MiB (D9).', headers: hint },
  OtherSlot: {
    status: 421,
    schema: serviceError,
    description: 'Another process of a shared sandbox serves this key (setting `slots`).',
    headers: hint,
  },
  TooManyRequests: {
    status: 429,
    schema: serviceError,
    description:
      'More requests than the setting `rateLimit` allows (D13), or more than a quota; or a scenario says so.',
    headers: ['retry-after', ...scenario, ...hint],
  },
  ServerError: {
    status: 500,
    schema: serviceError,
    description: 'The caller is not in the setting `ipAllowList` (D13), or a scenario says so.',
    headers: [...scenario, ...hint],
  },
  StorageUnavailable: {
    status: 503,
    schema: serviceError,
    description: 'The database fails, a scenario says so (D42), or the business is sealed; nothing was stored.',
    headers: ['retry-after', ...scenario, ...hint],
  },
  SandboxInvalid: {
    status: 400,
    schema: sandboxError,
    description: 'The body, the query or the path is not what this call takes.',
  },
  SandboxUnauthorized: { status: 401, schema: sandboxError, description: 'The key is none that is accepted (D44).' },
  SandboxForbidden: {
    status: 403,
    schema: sandboxError,
    description: 'Another Host, a page of another site, or no token where the sandbox was started with one.',
  },
  SandboxNotFound: { status: 404, schema: sandboxError, description: 'There is no such thing in this business.' },
  SandboxTimeout: {
    status: 408,
    schema: sandboxError,
    description: 'Timed out; the message says what was seen instead.',
  },
  SandboxConflict: { status: 409, schema: sandboxError, description: 'Not possible in the state things are in.' },
  SandboxBodyTooLarge: {
    status: 413,
    schema: sandboxError,
    description: 'The body is over 1 MiB, or a received webhook over 64 KB.',
  },
  SandboxOtherSlot: {
    status: 421,
    schema: sandboxError,
    description: 'Another process of a shared sandbox serves this key (setting `slots`).',
  },
  SandboxTooMany: {
    status: 429,
    schema: sandboxError,
    description: 'The key is new, and there are as many businesses as `maxBusinesses` allows; or a quota of this one.',
  },
  SandboxStorageUnavailable: {
    status: 503,
    schema: sandboxError,
    description: 'The database fails, and nothing was stored; or the sandbox is to stop soon.',
  },
} as const satisfies Record<string, Refusal>

export type RefusalName = keyof typeof refusals

/** What an endpoint can refuse with: what its area and shape bring along, and what it declares itself. */
export function refusalsOf(operation: Operation): readonly RefusalName[] {
  const { area, method, body, query, refuses = [], anyKey = false, needsStorage = true } = operation
  const { whenSealed = false, namesSlots = false } = operation
  const when = (condition: boolean, name: RefusalName): RefusalName[] => (condition ? [name] : [])
  if (area === 'service') {
    return [
      ...when(body !== undefined || query !== undefined, 'InvalidRequest'),
      'Unauthorized',
      'HostNotAllowed',
      ...when(refuses.includes('not_found'), 'NotFound'),
      ...when(body !== undefined, 'BodyTooLarge'),
      'OtherSlot',
      'TooManyRequests',
      'ServerError',
      ...when(needsStorage, 'StorageUnavailable'),
    ]
  }
  return [
    ...when(method !== 'GET' || query !== undefined || refuses.includes('invalid'), 'SandboxInvalid'),
    ...when(!anyKey, 'SandboxUnauthorized'),
    'SandboxForbidden',
    ...when(refuses.includes('not_found'), 'SandboxNotFound'),
    ...when(refuses.includes('timeout'), 'SandboxTimeout'),
    ...when(refuses.includes('conflict') || (method !== 'GET' && !anyKey && !whenSealed), 'SandboxConflict'),
    ...when(body !== undefined, 'SandboxBodyTooLarge'),
    ...when(!anyKey, 'SandboxOtherSlot'),
    ...when(method !== 'GET' && !anyKey && !namesSlots, 'SandboxTooMany'),
    ...when(needsStorage || refuses.includes('draining'), 'SandboxStorageUnavailable'),
  ]
}
