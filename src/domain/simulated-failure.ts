/** An HTTP status, or a connection that ends without an answer; nothing is stored. */
export type FailureKind = (typeof failureStatuses)[number] | 'drop-before-commit'
export const failureStatuses = [429, 500, 503] as const

/** The scenario makes a create call fail. Nothing of the call is stored. */
export class SimulatedFailure extends Error {
  readonly kind: FailureKind
  /** Wall milliseconds before the failure. */
  readonly delayMs: number
  /** The answer's `x-sandbox-scenario` and `x-sandbox-hint` (D5). */
  readonly said: { readonly scenario: string; readonly hints: readonly string[] }

  constructor(kind: FailureKind, delayMs: number, said: SimulatedFailure['said']) {
    super(`The scenario ${said.scenario} makes this request fail: ${kind}`)
    this.name = 'SimulatedFailure'
    this.kind = kind
    this.delayMs = delayMs
    this.said = said
  }
}
