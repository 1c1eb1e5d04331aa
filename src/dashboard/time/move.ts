import type { AnswerOf, InputOf } from '../../control/routes.ts'
import type { Clock } from '../api/live-event.ts'
import { formatDistance } from '../parts/format.ts'

/** Where to move time to. */
export type Move = InputOf<'POST /_sandbox/clock/advance'>
/** What happened on the way. */
export type Moved = AnswerOf<'POST /_sandbox/clock/advance'>

/** A move by a distance. */
export function moveBy(ms: number): Move {
  return { by: `${Math.max(0, Math.round(ms))}ms` }
}

/**
 * A move to a job. A frozen clock goes exactly there; of one that runs the page knows the time nearly, and a moment that
 * has just passed is no place to go to.
 */
export function moveTo(job: { readonly at: number; readonly dueAt: string }, mode: Clock['mode'], now: number): Move {
  return mode === 'frozen' && job.at >= now ? { to: job.dueAt } : moveBy(job.at - now)
}

/** How a move went, in words: how far time went, and how much happened. */
export function movedWords(before: number, { now, eventsTotal }: Pick<Moved, 'now' | 'eventsTotal'>): string {
  const far = Date.parse(now) - before
  const what = eventsTotal === 1 ? '1 event' : `${eventsTotal.toLocaleString('en')} events`
  return `${far < 1000 ? 'Done' : `${formatDistance(far)} later`}: ${eventsTotal === 0 ? 'nothing happened' : what}`
}
