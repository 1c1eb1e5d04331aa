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

/** There is no such thing in a business, which may be the wrong one; `where` says how to see what there is. */
export function nothingIn(key: string, what: string, where = ''): ControlError {
  return new ControlError(
    'not_found',
    `No ${what} in the business ${key}`,
    `${where}the Authorization header chooses the business`,
  )
}
