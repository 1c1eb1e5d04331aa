import { codeOf, messageOf } from '../error-code.ts'
import type { Status } from './transaction.ts'

/** Why the sandbox's own API refuses, as its errors have it in `code`, and their status. */
export const errorStatuses = {
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
  quota: 429,
  other_slot: 421,
  draining: 503,
  internal: 500,
  storage: 503,
} as const
export type ErrorCode = keyof typeof errorStatuses

/** A refusal by its facts. The row of `why` in `words/errors.ts` has its code and its words. */
export class Refused<Facts extends { readonly why: string } = { readonly why: string }> extends Error {
  readonly facts: Facts
  /** Undefined: the code of its row. */
  readonly code: ErrorCode | undefined

  constructor(facts: Facts, { message = facts.why, code, ...options }: Details = {}) {
    super(message, options)
    this.name = new.target.name
    this.facts = facts
    this.code = code
  }
}

interface Details extends ErrorOptions {
  readonly message?: string
  readonly code?: ErrorCode | undefined
}

/** What is known of a refusal that is thrown below the sandbox's own API. */
interface Below {
  readonly 'action-refused': ActionRefusal
  readonly interrupted: unknown
  readonly quota: {
    readonly of: 'businesses' | 'transactions' | 'world' | 'streams' | 'all-streams'
    readonly most: number
  }
  readonly sealed: { readonly key: string; readonly canDrop: boolean }
  readonly 'not-sealed': { readonly key: string }
  readonly 'other-slot': { readonly key: string; readonly slot: number; readonly served: string }
  readonly storage: { readonly isFull: boolean }
  readonly 'shipped-name': { readonly name: string }
  readonly 'not-saved':
    | { readonly is: 'no-folder' }
    | { readonly is: 'exists'; readonly path: string }
    | { readonly is: 'no-file'; readonly path: string; readonly kind: string }
    | { readonly is: 'unwritable'; readonly path: string; readonly code: string }
  readonly 'not-backed-up':
    | { readonly is: 'under-way' | 'odd-name' }
    | { readonly is: 'exists' | 'own-name'; readonly file: string }
    | { readonly is: 'elsewhere'; readonly file: string; readonly folder: string | null }
    | { readonly is: 'unwritable'; readonly file: string; readonly error: string }
  /** `problem` is the sentence of the rule that a line of the file breaks, or the file as a whole if `line` is null. */
  readonly 'unusable-world': {
    readonly line: number | null
    readonly problem: string
    readonly mend: 'export-again' | 'name-another' | 'prune' | 'update'
  }
}

export type FactsBelow<Why extends keyof Below> = { readonly why: Why } & Below[Why]

export interface ActionRefusal {
  readonly action: 'approve' | 'decline' | 'ignore' | 'expire' | 'fail' | 'pin'
  readonly id: string
  readonly reference: string
  readonly because:
    | { readonly is: 'final'; readonly status: Status }
    | { readonly is: 'impossible-result'; readonly result: string; readonly flow: string }
    | { readonly is: 'no-prompt'; readonly flow: string }
    | { readonly is: 'no-otp' | 'waits-for-otp' | 'cannot-expire' }
}

/** A quota is used up (settings maxBusinesses, maxTransactionsPerBusiness). Nothing was stored. */
export class QuotaReached extends Refused<FactsBelow<'quota'>> {
  constructor(of: FactsBelow<'quota'>['of'], most: number) {
    super({ why: 'quota', of, most })
  }
}

/** The database could not store a change. Nothing of the turn was stored (D42). */
export class StorageFailure extends Refused<FactsBelow<'storage'>> {
  constructor(cause: unknown) {
    const message = `The database could not store the change: ${messageOf(cause)}`
    super({ why: 'storage', isFull: codeOf(cause) === 'SQLITE_FULL' }, { message, cause })
  }
}
