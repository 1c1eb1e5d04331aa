import type { AnswerOf } from '../../control/routes.ts'

/** What waits for the next requests, and for which where that is known; the first to be used first. */
export function queueText(queue: AnswerOf<'GET /_sandbox/status'>['queue']): string {
  const entries = queue.map(({ use, remaining, waitsFor }) => {
    const notes = [remaining === 1 ? [] : `${remaining} times`, waitsFor === undefined ? [] : `waits for ${waitsFor}`]
    const text = notes.flat().join(', ')
    return text === '' ? use : `${use} (${text})`
  })
  return entries.length === 0 ? 'empty' : entries.join(', ')
}
