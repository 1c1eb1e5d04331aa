import type { NextStep } from '../domain/hint.ts'

interface Failure {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly hint?: string | undefined
  readonly hintParts?: readonly (string | NextStep)[] | undefined
}

/** An unsuccessful answer of the control API; status 0 if nothing answered. */
export class ControlFailure extends Error {
  readonly status: number
  /** The name of the reason, such as `conflict`; empty if the server that answered is not a sandbox. */
  readonly code: string
  readonly hint: string | undefined
  /** The hint in parts, if it names calls of the API. */
  readonly hintParts: Failure['hintParts']

  constructor({ status, code, message, hint, hintParts }: Failure) {
    super(message)
    this.name = 'ControlFailure'
    this.status = status
    this.code = code
    this.hint = hint
    this.hintParts = hintParts
  }

  /** The same failure in other words. */
  reworded(words: { readonly message?: string; readonly hint?: string | undefined }): ControlFailure {
    const { status, code, message, hint } = this
    return new ControlFailure({ status, code, message, hint, ...words })
  }
}

export class NotRunning extends Error {
  readonly url: string

  constructor(url: string) {
    super(
      `No payments-sandbox answers at ${url}: start one with payments-sandbox start, or name its address with --url`,
    )
    this.name = 'NotRunning'
    this.url = url
  }
}

export function failureOf(status: number, text: string): ControlFailure {
  const error = errorIn(text)
  if (error !== null) return new ControlFailure({ status, ...error })
  const begins = text.trim().slice(0, 200)
  const message = `A server answered, but it is not payments-sandbox (${status})${begins === '' ? '' : `: ${begins}`}`
  return new ControlFailure({ status, code: '', message, hint: 'is another program listening at that address?' })
}

/** The control API's error, or null if the answer is not the control API's. */
function errorIn(text: string): Omit<Failure, 'status'> | null {
  try {
    const { code, message, hint, hintParts } = (JSON.parse(text) as { error: Omit<Failure, 'status'> }).error
    return typeof code === 'string' && typeof message === 'string' ? { code, message, hint, hintParts } : null
  } catch {
    return null
  }
}
