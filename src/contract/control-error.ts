/** Why the control API refuses: bad input, nothing there, not possible in this state, waited in vain. */
export type ControlErrorKind = 'invalid' | 'not_found' | 'conflict' | 'timeout'

/** An answer of the control API that is not success. `message` says what is wrong, `hint` how to mend it. */
export class ControlError extends Error {
  readonly kind: ControlErrorKind
  readonly hint: string | undefined

  constructor(kind: ControlErrorKind, message: string, hint?: string) {
    super(message)
    this.name = 'ControlError'
    this.kind = kind
    this.hint = hint
  }
}
