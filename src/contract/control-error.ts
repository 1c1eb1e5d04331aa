import type { Advice } from '../domain/action.ts'
import type { ErrorFacts } from '../domain/error-facts.ts'

/** Why the control API refuses: bad input, not found, impossible in this state, timed out, stopping soon, not asked on its machine. */
export type ControlErrorKind =
  | 'invalid'
  | 'not_found'
  | 'conflict'
  | 'timeout'
  | 'too_large'
  | 'draining'
  | 'other_machine'

/** An answer of the control API that is not success. `words/errors.ts` says its facts. */
export class ControlError extends Error {
  readonly kind: ControlErrorKind
  readonly facts: ErrorFacts

  constructor(kind: ControlErrorKind, facts: ErrorFacts) {
    super(facts.why)
    this.name = 'ControlError'
    this.kind = kind
    this.facts = facts
  }
}

/** A field of the call is wrong; without its name, the call as a whole. `mend` says what to do. */
export function invalid(field: string, problem: string, mend?: Advice): ControlError {
  return new ControlError('invalid', {
    why: 'invalid',
    problems: [{ field, problem }],
    ...(mend === undefined ? {} : { mend }),
  })
}

type RefusedClass = abstract new (...given: never) => Error & { readonly facts: ErrorFacts }

/** For `catch`: turns errors of a class into refusals with their facts, and throws others again. */
export function refusing(kind: ControlErrorKind, Refused: RefusedClass) {
  return (cause: unknown): never => {
    throw cause instanceof Refused ? new ControlError(kind, cause.facts) : cause
  }
}
