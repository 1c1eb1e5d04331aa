/** The start of a request's body, as far as it is kept, and how much of it has come. */
export interface ReceivedBody {
  start: Buffer | null
  bytes: number
  /** True where the call was answered before its body had come: it goes on coming. */
  isComing: boolean
}

/** The texts of a call, as HTTP hands them over: nobody may ever look at them, so nothing is parsed or redacted before. */
export interface CallTexts {
  readonly method: string
  /** Path and query as sent. */
  readonly url: string
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[]
  readonly body: Readonly<ReceivedBody>
  /** The start of the answer's text; null where no answer was sent. */
  readonly answer: string | null
}

/** What came of a call to the service's routes. */
export interface CallFacts {
  /** The key whose business this call was for, or `nobody`. */
  readonly key: string
  /** Null where no answer was sent. */
  readonly status: number | null
  /** In characters. */
  readonly answerLength: number
  readonly hint: string | undefined
  /** A business rule refused it (D10): its form is right. */
  readonly byRule: boolean
  /** The scenario as the answer's header names it. */
  readonly scenario: string | undefined
  /** What kept the caller from a whole answer: the scenario, or that nobody waited for it any more. */
  readonly fault: 'drop' | 'malformed-json' | 'caller-gone' | null
  /** The whole answer, where the caller did not get it. */
  readonly meant: unknown
  /** Real time from the head of the request to the end of the answer. */
  readonly durationMs: number
}

/** One call to the service's routes, and what came of it. */
export type ReceivedCall = CallTexts & CallFacts

/** In place of the key of a call without one that is accepted: no business can have it. */
export const nobody = ''

/** How much of a body or an answer is kept, in bytes. */
export const keptBytes = 16 * 1024
