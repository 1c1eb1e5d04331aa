import type { TimelineEvent } from '../state/transaction.ts'

/** What the results of a prompt mean that the customer did. */
const answers: ReadonlyMap<unknown, string> = new Map([
  ['COMPLETED', 'types the PIN'],
  ['wrong_pin', 'types a wrong PIN'],
  ['prompt_timeout', 'does not answer'],
])

/** The customer's answer to a prompt that a scenario gave by ending its collection; null for other events. */
export function scenarioAnswer(
  { event, cause, status, result }: TimelineEvent,
  timeline: readonly TimelineEvent[],
): string | null {
  const isAnswer = event === 'settled' && cause?.by === 'step' && timeline.some((one) => one.event === 'prompt_sent')
  return isAnswer ? (answers.get(status === 'COMPLETED' ? status : result) ?? null) : null
}
