import { codeOf, messageOf } from '../../error-code.ts'
import { unaskedText } from '../rules/books.ts'

/** A probe that could not be asked, or whose answer cannot be read; `why` also says what to do. */
export class NotChecked extends Error {
  readonly why: string
  /** What was answered, or the start of it. */
  readonly answer: string | undefined
  /** True if nothing answered: then nothing else will be answered either. */
  readonly isUnreachable: boolean

  constructor(why: string, isUnreachable = false, answer?: string) {
    super(unaskedText({ why, answer }))
    this.name = 'NotChecked'
    this.why = why
    this.answer = answer
    this.isUnreachable = isUnreachable
  }
}

/** Why a call got no answer. */
export function reasonOf(error: unknown): string {
  if (isUntrusted(error))
    return "its certificate has an unknown issuer: set NODE_EXTRA_CA_CERTS=<the issuer's PEM file>"
  return messageOf(causeOf(error))
}

/** True if a server answered with a certificate that Node does not trust. */
export function isUntrusted(error: unknown): boolean {
  return /SELF_SIGNED_CERT|^UNABLE_TO_(?:VERIFY_LEAF|GET_ISSUER)/.test(codeOf(causeOf(error)))
}

function causeOf(error: unknown): unknown {
  return Object(error).cause ?? error
}

/** How long an answer may take, in real milliseconds. */
export const longestAnswerMs = 5000

export function tooLong(what: string): NotChecked {
  return new NotChecked(`${what} answered more than 1 MB, and was cut off: let it answer one row`)
}
