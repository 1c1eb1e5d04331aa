import type { Advice } from './action.ts'
import type { Brought } from './job.ts'
import type { CurrencyCode, Status } from './transaction.ts'

/** For each reason why the sandbox's own API refuses a call, what is known of it. */
interface Reasons {
  /** The call is not what its endpoint takes; each problem is the sentence of the rule that it breaks. */
  readonly invalid: { readonly problems: readonly FieldProblem[]; readonly mend?: Advice }
  readonly 'not-here': { readonly what: 'transaction' | 'webhook' | 'virtual account' } & Named
  /** `near` are the scenarios that were probably meant. A broken file might have it. */
  readonly 'unknown-scenario': {
    readonly name: string
    readonly near: readonly string[]
    readonly broken: BrokenFiles | null
  }
  readonly 'unknown-snapshot': { readonly names: readonly string[] } & Named
  readonly 'no-wallet': {
    readonly currency: string
    readonly key: string
    readonly currencies: readonly CurrencyCode[]
  }
  readonly 'no-page': { readonly page: string; readonly pages: readonly string[] }
  readonly 'no-file': { readonly of: string; readonly file: string }
  readonly 'webhook-gone': { readonly id: string; readonly key: string }
  readonly 'action-refused': ActionRefusal
  /** `of` is the transaction that was asked for, `open` the first others. */
  readonly 'no-prompt': { readonly number: string; readonly of: string | null; readonly open: readonly string[] }
  readonly 'no-otp': {
    readonly number: string
    readonly newest: { readonly id: string; readonly status: Status } | null
    /** Null without a wait. */
    readonly waited: Waited | null
    readonly next: NextWork | null
  }
  readonly 'not-as-wanted': {
    readonly wanted: { readonly name: string; readonly status: Status | null; readonly webhook: boolean }
    /** Null: what was wanted can no longer come. */
    readonly waited: Waited | null
    readonly seen: SeenTransaction | null
    readonly next: NextWork | null
  }
  readonly 'no-webhook': {
    readonly wanted: { readonly reference: string | null; readonly status: Status | null }
    readonly waited: Waited
    /** Null if no reference was wanted. */
    readonly transaction: { readonly status: Status | null; readonly skipped: Skipped | null } | null
    readonly webhooks: readonly (SeenWebhook & { readonly of: string; readonly reports: Status; readonly to: string })[]
    readonly next: NextWork | null
  }
  readonly 'stopped-waiting': { readonly name: string }
  readonly sealed: { readonly key: string; readonly canDrop: boolean }
  readonly 'not-sealed': { readonly key: string }
  readonly 'full-of-snapshots': { readonly key: string; readonly count: number }
  readonly 'wallet-moved': { readonly currency: string }
  readonly 'holds-transactions': { readonly key: string }
  readonly interrupted: unknown
  readonly 'shipped-name': { readonly name: string }
  readonly 'not-saved':
    | { readonly is: 'no-folder' }
    | { readonly is: 'exists'; readonly path: string }
    | { readonly is: 'no-file'; readonly path: string; readonly kind: string }
    | { readonly is: 'unwritable'; readonly path: string; readonly code: string }
  readonly 'not-backed-up':
    | { readonly is: 'under-way' | 'odd-name' }
    | { readonly is: 'exists' | 'own-name'; readonly file: string }
    | { readonly is: 'no-folder'; readonly folder: string }
    | { readonly is: 'unwritable'; readonly file: string; readonly error: string }
  /** `problem` is the sentence of the rule that a line of the file breaks, or the file as a whole if `line` is null. */
  readonly 'unusable-world': {
    readonly line: number | null
    readonly problem: string
    readonly mend: 'export-again' | 'name-another' | 'prune' | 'update'
  }
  readonly 'too-large-webhook': unknown
  /** `proxy` is the header of one; `address` is null for a closed connection. */
  readonly 'other-machine': { readonly proxy: string | null; readonly address: string | null }
  readonly owned: { readonly by: 'program' | 'exec' | 'explore' | 'audit' | 'mcp'; readonly pid: number }
  readonly 'stops-soon': unknown
  readonly 'database-closed': unknown
  readonly 'scheduler-stopped': unknown
  readonly unauthorized: { readonly because: 'no-key' | 'live' | 'scheme' | 'form' | 'undeclared' }
  /** Null for a closed connection. */
  readonly 'address-not-allowed': { readonly address: string | null }
  readonly quota: { readonly of: 'businesses' | 'transactions' | 'world'; readonly most: number }
  readonly 'other-slot': { readonly key: string; readonly slot: number; readonly served: string }
  readonly storage: { readonly isFull: boolean }
  /** Null if the cause is not a known one. */
  readonly 'no-object': { readonly because: NoObject | null }
  readonly 'too-large': unknown
  readonly 'no-route': { readonly method: string; readonly path: string; readonly near: NearRoutes | null }
  /** `name` is null for a malformed header. */
  readonly 'host-not-allowed': { readonly host: string; readonly name: string | null }
  /** Null for a page of another site that names no origin. */
  readonly 'origin-not-allowed': { readonly origin: string | null }
  readonly 'no-token': unknown
  readonly internal: unknown
}

export type Reason = keyof Reasons

export type ErrorFacts<R extends Reason = Reason> = { readonly [One in R]: { readonly why: One } & Reasons[One] }[R]

interface Named {
  readonly name: string
  /** The business. */
  readonly key: string
}

/** `field` is empty if the call as a whole is wrong. */
export interface FieldProblem {
  readonly field: string
  readonly problem: string
}

/** The first problem of the scenario files, and how many more there are. */
export interface BrokenFiles {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly message: string
  readonly more: number
}

/** Why no webhook is sent. */
export type Skipped = 'webhook_unaddressed' | 'webhook_dropped'

/** Why a body is not a JSON object. */
export type NoObject =
  | { readonly is: 'encoded'; readonly encoding: string | null }
  | { readonly is: 'deep'; readonly levels: number }
  | { readonly is: 'other-value'; readonly value: string }
  | { readonly is: NoObjectCause }

export type NoObjectCause =
  | 'empty'
  | 'gzip'
  | 'byte-order-mark'
  | 'utf-16'
  | 'latin-1'
  | 'not-utf-8'
  | 'encoded-twice'
  | 'list'
  | 'single-quote'
  | 'backslashes'
  | 'single-quotes'
  | 'typographic-quotes'
  | 'no-quotes'
  | 'not-a-number'
  | 'foreign-word'
  | 'leading-zero'
  | 'trailing-comma'
  | 'cut-off'

/** The routes that a call to an unknown one probably meant: the same path with other methods, or other paths. */
export type NearRoutes =
  | { readonly methods: readonly string[] }
  | { readonly routes: readonly string[] }
  | { readonly root: true }

/** How long was waited, in milliseconds of real time; or a frozen clock stood still, and nothing moved it. */
export type Waited = { readonly ms: number } | 'stood-still'

export interface SeenWebhook {
  readonly status: string
  /** The status of the last answer, or why there was none; null if it was not tried yet. */
  readonly answer: number | string | null
}

export interface SeenTransaction {
  readonly reference: string
  readonly status: Status
  readonly result: string | null
  /** Undefined if nothing was asked about it; null if there is none. */
  readonly webhook?: SeenWebhook | null
}

/** The work of a business that is due first. */
export interface NextWork {
  /** Null: after the end of all clocks, so never. */
  readonly dueAt: string | null
  readonly work: Brought
  /** The time of a frozen clock. */
  readonly frozenAt: string | null
  /** The reference that was asked about, if the work is of another transaction. */
  readonly notOf: string | null
}

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
