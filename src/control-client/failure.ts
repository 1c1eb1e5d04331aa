import type { ErrorFacts } from '../words/errors.ts'

interface Failure {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly hint?: string | undefined
  readonly facts?: ErrorFacts | null
}

/** An unsuccessful answer of the control API; status 0 if nothing answered. */
export class ControlFailure extends Error {
  readonly status: number
  /** The name of the reason, such as `conflict`; empty if the server that answered is not a sandbox. */
  readonly code: string
  readonly hint: string | undefined
  /** What `message` and `hint` say, for clients that say it in words of their own; null if the answer had none. */
  readonly facts: ErrorFacts | null

  constructor({ status, code, message, hint, facts = null }: Failure) {
    super(message)
    this.name = 'ControlFailure'
    this.status = status
    this.code = code
    this.hint = hint
    this.facts = facts
  }

  /** Whether the same call can succeed later. */
  get retryable(): boolean {
    const canNoLongerCome = this.facts?.why === 'not-as-wanted' && this.facts.waited === null
    return this.code === 'storage' || (this.code === 'timeout' && !canNoLongerCome)
  }

  /** The same failure in other words. */
  reworded(words: { readonly message?: string; readonly hint?: string | undefined }): ControlFailure {
    const { status, code, message, hint, facts } = this
    return new ControlFailure({ status, code, message, hint, facts, ...words })
  }
}

export class NotRunning extends Error {
  readonly url: string
  readonly retryable = true

  constructor(url: string) {
    super(
      `No payments-sandbox answers at ${url}: start one with payments-sandbox start, or name its address with --url`,
    )
    this.name = 'NotRunning'
    this.url = url
  }
}

/** The failure that an answer is: its status, its body, and the header `x-sandbox-error`. */
export function failureOf(status: number, text: string, header: string | null): ControlFailure {
  const error = errorIn(text)
  if (error !== null) return new ControlFailure({ status, ...error, facts: factsIn(header) })
  const begins = text.trim().slice(0, 200)
  const message = `A server answered, but it is not payments-sandbox (${status})${begins === '' ? '' : `: ${begins}`}`
  return new ControlFailure({ status, code: '', message, hint: 'is another program listening at that address?' })
}

/** The control API's error, or null if the answer is not the control API's. */
function errorIn(text: string): Pick<Failure, 'code' | 'message' | 'hint'> | null {
  try {
    const { code, message, hint } = (JSON.parse(text) as { error: Failure }).error
    return typeof code === 'string' && typeof message === 'string' ? { code, message, hint } : null
  } catch {
    return null
  }
}

function factsIn(header: string | null): ErrorFacts | null {
  try {
    const facts: unknown = JSON.parse(header ?? 'null')
    return isFacts(facts) ? facts : null
  } catch {
    return null
  }
}

/** Facts of another version may have a reason that this one has no words for: `isKnown` of `words/errors.ts` says so. */
function isFacts(facts: unknown): facts is ErrorFacts {
  return typeof facts === 'object' && facts !== null && 'why' in facts && typeof facts.why === 'string'
}
