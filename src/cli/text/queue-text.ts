import type { AnswerOf } from '../../control/routes.ts'

/** What waits for the next requests, the first to be used first. */
export function queueText(queue: AnswerOf<'GET /_sandbox/scenarios/queue'>['data']): string {
  const entries = queue.map(({ use, remaining }) => (remaining === 1 ? use : `${use} (${remaining} times)`))
  return entries.length === 0 ? 'empty' : entries.join(', ')
}
