/** A failure that a scenario asks for before anything is stored: an HTTP status, or a connection that ends without an answer. */
export type FailureKind = (typeof failureStatuses)[number] | 'drop-before-commit'
export const failureStatuses = [429, 500, 503] as const

/** A create call that fails because its scenario says so; nothing of it is stored. */
export class SimulatedFailure extends Error {
  readonly kind: FailureKind
  /** Wall milliseconds before the failure. */
  readonly delayMs: number
  /** The answer's `x-sandbox-scenario`. */
  readonly scenario: string

  constructor(kind: FailureKind, delayMs: number, scenario: string) {
    super(`The scenario ${scenario} makes this request fail: ${kind}`)
    this.name = 'SimulatedFailure'
    this.kind = kind
    this.delayMs = delayMs
    this.scenario = scenario
  }
}
