import type { ReceivedCall } from '../api/live-event.ts'
import { type Selector, selectorWords, type Tone } from '../parts/words.ts'

export interface CallLine {
  readonly status: string
  readonly tone: Tone
  /** The reasons for a refusal, in the sandbox's words. */
  readonly why: readonly string[]
}

/** The result of a call in a line. */
export function callLine({ status, answer, hint, fault }: ReceivedCall): CallLine {
  const isGood = status !== null && status < 400 && fault === null
  const shown = status === null ? 'no answer' : String(status)
  if (isGood) return { status: shown, tone: 'good', why: [] }
  const why = [...messagesIn(answer), ...(fault === null ? [] : [`the scenario's fault: ${fault}`])]
  return { status: shown, tone: 'bad', why: hint === null ? why : [...why, hint] }
}

/** Which scenario was played and why, in words: the header says `wrong-pin; by=match`. */
export function scenarioWords(scenario: string): string {
  const [name = '', by = ''] = scenario.split('; by=')
  return Object.hasOwn(selectorWords, by) ? `${name}, ${selectorWords[by as Selector]}` : scenario
}

/** Calls whose line or reference has every word of the search. */
export function searchCalls(calls: readonly ReceivedCall[], search: string): readonly ReceivedCall[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return calls.filter((call) => {
    const { method, path, reference, transactionId, scenario } = call
    const { status, why } = callLine(call)
    const searched = [method, path, reference, transactionId, scenario, status, ...why].join('\n').toLowerCase()
    return words.every((word) => searched.includes(word))
  })
}

/** The messages of a refusal in any of its shapes. */
function messagesIn(answer: unknown): readonly string[] {
  if (Array.isArray(answer)) return answer.flatMap(messagesIn)
  if (typeof answer !== 'object' || answer === null || !('message' in answer)) return []
  const { message } = answer
  return Array.isArray(message) ? message.map(String) : [String(message)]
}
