import type { ReceivedCall } from '../api/live-event.ts'
import { selectorWords } from '../parts/words.ts'

const faultWords: Readonly<Record<NonNullable<ReceivedCall['fault']>, string>> = {
  'caller-gone': 'the caller went away before it',
  drop: 'the scenario loses the reply',
  'malformed-json': 'the scenario breaks its JSON off',
}

/** The result of a call in a line. `why` are the reasons for a refusal, in the sandbox's words. */
export function callLine({ status, answer, hint, fault }: ReceivedCall) {
  const shown = [status ?? 'no answer', ...(fault === null ? [] : [faultWords[fault]])].join(': ')
  if (status !== null && status < 400 && fault === null) return { status: shown, tone: 'good', why: [] } as const
  return { status: shown, tone: 'bad', why: [...messagesIn(answer), ...(hint === null ? [] : [hint])] } as const
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
