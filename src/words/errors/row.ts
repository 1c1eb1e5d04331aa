import type { ErrorCode } from '../../domain/refused.ts'
import type { Advice } from '../actions.ts'

/** The message of an error, and how to go on. */
export type Words = readonly [text: string, ...next: Advice[]]

/** What a client writes before the problem of a field; empty if its users do not name it. */
export type FieldName = (field: string) => string

/** All that is known of one kind of error: its code, which has a status; its facts; and what they say. */
export interface Row<Facts> {
  readonly code: ErrorCode
  readonly say: (facts: Facts, nameOf: FieldName) => Words
}

/** Facts that are texts. */
export type Texts<Name extends string> = Readonly<Record<Name, string>>

export function row<Facts = unknown>(code: ErrorCode, say: Row<Facts>['say']): Row<Facts> {
  return { code, say }
}
