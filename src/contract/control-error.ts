import type { Hint, NextStep } from '../domain/hint.ts'

/** Why the control API refuses: bad input, not found, impossible in this state, timed out, stopping soon, not asked on its machine. */
export type ControlErrorKind =
  | 'invalid'
  | 'not_found'
  | 'conflict'
  | 'timeout'
  | 'too_large'
  | 'draining'
  | 'other_machine'

/** An answer of the control API that is not success. `message` says what is wrong, `hint` how to mend it. */
export class ControlError extends Error {
  readonly kind: ControlErrorKind
  readonly hint: Hint | undefined

  constructor(kind: ControlErrorKind, message: string, hint?: Hint) {
    super(message)
    this.name = 'ControlError'
    this.kind = kind
    this.hint = hint
  }
}

type RefusedClass = abstract new (...given: never) => Error & { readonly hint?: Hint | undefined }

/** For `catch`: turns errors of a class into refusals with their message and hint, and throws others again. */
export function refusing(kind: ControlErrorKind, Refused: RefusedClass) {
  return (cause: unknown): never => {
    throw cause instanceof Refused ? new ControlError(kind, cause.message, cause.hint) : cause
  }
}

/** Chooses another business. */
export const chooseBusiness: NextStep = { call: 'the Authorization header', command: ['--key'] }

/** The business does not have what was asked for; `where` lists what it has. */
export function nothingIn(key: string, what: string, where: NextStep | null = null): ControlError {
  const list = where === null ? [] : [where, ' lists them; ']
  return new ControlError('not_found', `No ${what} in the business ${key}`, [
    ...list,
    chooseBusiness,
    ' chooses the business',
  ])
}
