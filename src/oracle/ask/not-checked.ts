import { messageOf } from '../../error-code.ts'
import { printable } from '../../text.ts'

/** A probe that could not be asked, or whose answer cannot be read; `why` also says what to do. */
export class NotChecked extends Error {
  readonly why: string
  /** True if nothing answered: then nothing else will be answered either. */
  readonly isUnreachable: boolean

  /** The answer is for the message. */
  constructor(why: string, isUnreachable = false, answer?: string) {
    super(answer === undefined ? printable(why) : `${printable(why)}\n  ${printable(answer)}`)
    this.name = 'NotChecked'
    this.why = why
    this.isUnreachable = isUnreachable
  }
}

/** Why a call got no answer. */
export function reasonOf(error: unknown): string {
  return messageOf(error instanceof Error && error.cause instanceof Error ? error.cause : error)
}

/** How long an answer may take, in real milliseconds. */
export const longestAnswerMs = 5000

export function tooLong(what: string): NotChecked {
  return new NotChecked(`${what} answered more than 1 MB, and was cut off: let it answer one row`)
}
