import { type ErrorCode, Refused } from '../domain/refused.ts'
import { type Action, type Advice, adviceText } from './actions.ts'
import { ofBusiness } from './errors/of-business.ts'
import { ofCalls } from './errors/of-calls.ts'
import { ofFiles } from './errors/of-files.ts'
import { ofWaits } from './errors/of-waits.ts'
import type { FieldName, Row } from './errors/row.ts'

/** A row for each kind of error of the sandbox. */
const rows = { ...ofBusiness, ...ofCalls, ...ofFiles, ...ofWaits }

export type Reason = keyof typeof rows

/** Why a call is refused, and what is known of it. */
export type ErrorFacts<R extends Reason = Reason> = {
  readonly [One in R]: { readonly why: One } & ((typeof rows)[One] extends Row<infer Facts> ? Facts : never)
}[R]

function rowOf<R extends Reason>(why: R): Row<ErrorFacts<R>> {
  const each: { readonly [One in Reason]: Row<ErrorFacts<One>> } = rows
  return each[why]
}

/**
 * What is wrong, and how to go on, in the words of a client: `sayAction` says how its users do an action (null: they cannot),
 * `nameOf` how they name a field; without it as the API does.
 */
export function errorWords<R extends Reason>(
  facts: ErrorFacts<R>,
  sayAction: (action: Action) => string | null,
  nameOf: FieldName = (field) => `${field}: `,
): { readonly message: string; readonly hint: string | undefined } {
  const [message, ...next] = rowOf(facts.why).say(facts, nameOf)
  return { message, hint: adviceText(next, sayAction) }
}

export function errorCode({ why }: ErrorFacts): ErrorCode {
  return rowOf(why).code
}

/** True for facts that these words are for: another version of the sandbox may have others. */
export function isKnown(facts: unknown): facts is ErrorFacts {
  const why = typeof facts === 'object' && facts !== null && 'why' in facts ? facts.why : null
  return typeof why === 'string' && Object.hasOwn(rows, why)
}

/** The facts of what was thrown; null for anything but a refusal. */
export function refusedFacts(error: unknown): ErrorFacts | null {
  return error instanceof Refused && isKnown(error.facts) ? error.facts : null
}

/** The error to throw for a call that is refused. `code` is given if it is not the one of the row. */
export function refusal(facts: ErrorFacts, code?: ErrorCode): Refused<ErrorFacts> {
  return new Refused(facts, { code })
}

/** A field of the call is wrong; without its name, the call as a whole. `mend` says what to do. */
export function invalid(field: string, problem: string, mend?: Advice): Refused<ErrorFacts> {
  return refusal({ why: 'invalid', problems: [{ field, problem }], ...(mend === undefined ? {} : { mend }) })
}
