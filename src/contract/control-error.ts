import type { Advice } from '../domain/action.ts'
import type { ErrorFacts } from '../domain/error-facts.ts'
import { Refused } from '../domain/refusals.ts'

/** Why the sandbox's own API refuses, as its errors have it in `code`. */
export const controlErrorKinds = [
  'invalid',
  'unauthorized',
  'host_not_allowed',
  'origin_not_allowed',
  'token_required',
  'other_machine',
  'not_found',
  'timeout',
  'conflict',
  'too_large',
  'quota',
  'other_slot',
  'draining',
  'internal',
  'storage',
] as const
export type ControlErrorKind = (typeof controlErrorKinds)[number]

/** An answer of the control API that is not success. */
export class ControlError extends Refused {
  readonly kind: ControlErrorKind

  constructor(kind: ControlErrorKind, facts: ErrorFacts) {
    super(facts)
    this.kind = kind
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

/** For `catch`: turns errors of a class into refusals of the control API, and throws others again. */
export function refusing(kind: ControlErrorKind, Class: abstract new (...given: never) => Refused) {
  return (cause: unknown): never => {
    throw cause instanceof Class ? new ControlError(kind, cause.facts) : cause
  }
}
