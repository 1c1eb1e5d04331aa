/** A failure that a scenario asks for before anything is stored: an HTTP status, or a connection that ends without an answer. */
export type FailureKind = (typeof failureStatuses)[number] | 'drop-before-commit'
export const failureStatuses = [429, 500, 503] as const

/** A create call that fails because its scenario says so; nothing of it is stored. */
export class SimulatedFailure extends Error {
  readonly kind: FailureKind
  /** Wall milliseconds before the failure. */
  readonly delayMs: number
  /** What the answer's headers say: `x-sandbox-scenario` and `x-sandbox-hint` (D5). */
  readonly said: { readonly scenario: string; readonly hints: readonly string[] }

  constructor(kind: FailureKind, delayMs: number, said: SimulatedFailure['said']) {
    super(`The scenario ${said.scenario} makes this request fail: ${kind}`)
    this.name = 'SimulatedFailure'
    this.kind = kind
    this.delayMs = delayMs
    this.said = said
  }
}
