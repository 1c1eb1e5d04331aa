import type { ReceivedCall } from '../api/live-event.ts'
import { selectorWords } from '../parts/words.ts'

/** The result of a call in a line. `why` are the reasons for a refusal, in the sandbox's words. */
export function callLine({ status, answer, hint, fault }: ReceivedCall) {
  const shown = status === null ? 'no answer' : String(status)
  if (status !== null && status < 400 && fault === null) return { status: shown, tone: 'good', why: [] } as const
  const why = [
    ...messagesIn(answer),
    ...(fault === null
      ? []
      : [fault === 'caller-gone' ? 'the caller went away before the answer' : `the scenario's fault: ${fault}`]),
  ]
  return { status: shown, tone: 'bad', why: hint === null ? why : [...why, hint] } as const
}

/** Which scenario was played and why, in words. */
export function scenarioWords({ name, by }: NonNullable<ReceivedCall['scenario']>): string {
  return `${name}, ${selectorWords[by]}`
}

function messagesIn(answer: unknown): readonly string[] {
  if (Array.isArray(answer)) return answer.flatMap(messagesIn)
  if (typeof answer !== 'object' || answer === null || !('message' in answer)) return []
  const { message } = answer
  return Array.isArray(message) ? message.map(String) : [String(message)]
}
