import { z } from 'zod'
import { namedAnswer } from '../../contract/named.ts'
import { eventNames, type TimelineEvent } from '../../domain/timeline.ts'
import { iso, time } from '../view-parts.ts'

/** What every entry of a timeline has. */
export const eventFields = {
  at: time,
  event: z.enum(eventNames),
}

/** One entry of a transaction's timeline. */
export const timelineEventView = namedAnswer(
  'TimelineEvent',
  z.looseObject(eventFields).describe('One entry of a timeline; its facts stand beside these keys.'),
)

/** A timeline entry with its facts beside it. */
export function presentEvent({ at, event, facts }: TimelineEvent) {
  return { at: iso(at), event, ...facts }
}
