import type { AnswerOf } from '../../control/routes.ts'

type ReceivedCall = AnswerOf<'GET /_sandbox/requests'>['data'][number]

/** A call at a glance. */
export interface CallLine {
  readonly status: string
  readonly tone: 'good' | 'bad' | 'neutral'
  /** Why it was refused, in the sandbox's words; none where it was not. */
  readonly why: readonly string[]
}

/** What came of a call: its status, and why it was refused. */
export function callLine({ status, answer, hint, fault }: ReceivedCall): CallLine {
  const isGood = status !== null && status < 400 && fault === null
  const shown = status === null ? 'no answer' : String(status)
  if (isGood) return { status: shown, tone: 'good', why: [] }
  const why = [...messagesIn(answer), ...(fault === null ? [] : [`the scenario's fault: ${fault}`])]
  return { status: shown, tone: 'bad', why: hint === null ? why : [...why, hint] }
}

/** The messages of a refusal, whichever of its shapes it has. */
function messagesIn(answer: unknown): readonly string[] {
  if (Array.isArray(answer)) return answer.flatMap(messagesIn)
  if (typeof answer !== 'object' || answer === null || !('message' in answer)) return []
  const { message } = answer
  return Array.isArray(message) ? message.map(String) : [String(message)]
}
