import type { Coverage } from './coverage.ts'
import type { Checked } from './expectations.ts'
import type { Finding } from './findings.ts'

/** A one-shot scenario that no request has used, or not often enough. */
export interface Unused {
  readonly business: string
  readonly use: string
  /** So many requests were still to come. */
  readonly remaining: number
}

/** How a run went: what was expected, left unused, noticed and covered. */
export interface Report {
  /** True when every expectation is met and every one-shot scenario was used. */
  readonly ok: boolean
  readonly expectations: readonly Checked[]
  /** Scenarios of the user's own that expect something and that no request met. */
  readonly unjudged: readonly string[]
  readonly unused: readonly Unused[]
  readonly findings: readonly Finding[]
  readonly coverage: Coverage
}
