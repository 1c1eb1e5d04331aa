import type { Advice } from './action.ts'
import type { Status } from './transaction.ts'

/** For each reason why the sandbox's own API refuses a call, what is known of it. */
interface Reasons {
  /** The call is not what its endpoint takes; each problem is the sentence of the rule that it breaks. */
  readonly invalid: { readonly problems: readonly FieldProblem[]; readonly mend?: Advice }
  readonly 'not-here': { readonly what: 'transaction' | 'webhook' | 'virtual account' } & Named
  /** `meant` is what was probably meant; `broken` what is wrong with a file that might have it. */
  readonly 'unknown-scenario': { readonly name: string; readonly meant: string | null; readonly broken: string | null }
  readonly 'unknown-snapshot': { readonly names: readonly string[] } & Named
  /** `instead` says what to write. */
  readonly 'no-wallet': { readonly currency: string; readonly key: string; readonly instead: string }
  readonly 'no-page': { readonly page: string; readonly instead: string }
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
    readonly transaction: { readonly status: Status | null; readonly skipped: string | null } | null
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
  /** A file of the user cannot be read or written, in the words of the code that tried. */
  readonly file: { readonly message: string; readonly mend: string }
  readonly 'too-large-webhook': unknown
  readonly 'other-machine': { readonly path: string; readonly from: string }
  readonly owned: { readonly by: 'program' | 'exec' | 'explore' | 'audit' | 'mcp'; readonly pid: number }
  readonly 'stops-soon': unknown
  readonly 'database-closed': unknown
  readonly 'scheduler-stopped': unknown
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
  /** The job in words. */
  readonly what: string
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
