import type { BusinessRuleName } from '../catalogue/business-rules.ts'
import type { ChosenScenario } from '../domain/plan.ts'

export interface ReceivedBody {
  start: Buffer | null
  bytes: number
  /** True if the call was answered before its whole body had arrived. */
  isComing: boolean
}

/** One call to the service's routes, as HTTP handed it over, and what came of it. Nothing is parsed or redacted yet. */
export interface ReceivedCall {
  /** The key whose business this call was for, or `noKey`. */
  readonly key: string
  readonly method: string
  readonly url: string
  readonly rawHeaders: readonly string[]
  readonly body: Readonly<ReceivedBody>
  /** Null if no answer was sent. */
  readonly status: number | null
  /** The text of the answer, or its start; null if no answer was sent. */
  readonly answer: string | null
  readonly answerLength: number
  readonly hint: string | undefined
  /** The business rule that refused it (D10): its form is right. */
  readonly rule: BusinessRuleName | undefined
  /** The scenario that the answer's header names. */
  readonly scenario: ChosenScenario | undefined
  /** Why the caller got no whole answer: a fault of the scenario, or the caller went away. */
  readonly fault: 'drop' | 'malformed-json' | 'caller-gone' | null
  readonly meant: unknown
  readonly durationMs: number
}

/** In place of the key of a call without an accepted key. No business can have it. */
export const noKey = ''

export const keptBytes = 16 * 1024
