import type { AnswerOf, InputOf } from '../../control/routes.ts'
import type { Clock } from '../api/live-event.ts'
import { counted, formatDistance } from '../parts/format.ts'
import { isShown } from './with-happened.ts'

export type Move = InputOf<'POST /_sandbox/clock/advance'>
export type Moved = AnswerOf<'POST /_sandbox/clock/advance'>

/** The usual distances. */
export const presets = [
  { by: '10s', text: '10 s' },
  { by: '1m', text: '1 min' },
  { by: '5m', text: '5 min' },
  { by: '30m', text: '30 min' },
  { by: '1h', text: '1 h' },
  { by: '1d', text: '1 d' },
]

export function moveBy(ms: number): Move {
  return { by: `${Math.max(0, Math.round(ms))}ms` }
}

/**
 * A move to a job. A frozen clock goes exactly there. The page knows the time of a running clock only roughly, so it moves
 * by the distance: the sandbox refuses to go back.
 */
export function moveTo(job: { readonly at: number; readonly dueAt: string }, mode: Clock['mode'], now: number): Move {
  return mode === 'frozen' && job.at >= now ? { to: job.dueAt } : moveBy(job.at - now)
}

/** A finished move in words: how far time went, and how many events the page lists of it. */
export function movedWords(before: number, { now, events, eventsTotal }: Moved): string {
  const far = Date.parse(now) - before
  const count = events.filter(isShown).length
  const more = eventsTotal > events.length ? 'more than ' : ''
  return `${far < 1000 ? 'Done' : `${formatDistance(far)} later`}: ${count === 0 ? 'nothing happened' : more + counted(count, 'event')}`
}

/** How far a time is from real time: `1 d 1 h ahead of real time`. */
export function distanceWords(now: number, wall: number): string {
  return distanceParts(now, wall).join(' ')
}

/** The same as the distance, and what it is from. */
export function distanceParts(now: number, wall: number): readonly [distance: string, ofWhat: string] {
  // The page knows the time of a running clock by some milliseconds only: an hour is not 59 min 59 s.
  const ahead = Math.round((now - wall) / 2000) * 2000
  if (Math.abs(ahead) < 1000) return ['as', 'real time']
  const far = formatDistance(Math.abs(ahead))
  return ahead > 0 ? [`${far} ahead`, 'of real time'] : [`${far} behind`, 'real time']
}

/** `isOff`: the clock is ahead of real time, or behind it. */
export function clockMode({ mode, rate }: Clock, isOff = false): string {
  if (mode === 'frozen') return 'frozen'
  if (rate !== 1) return `at ${rate}×`
  return isOff ? 'running' : 'real time'
}
