import { z } from 'zod'
import { answerRecord } from '../../contract/named.ts'
import { eventNames, type TimelineEvent } from '../../domain/timeline.ts'
import { iso, time } from '../view-parts.ts'

/** What every entry of a timeline has. */
export const eventFields = {
  at: time,
  event: z.enum(eventNames).describe('What happened.'),
}

/** One entry of a transaction's timeline. */
export const timelineEventView = answerRecord(
  'TimelineEvent',
  'One entry of a timeline; its facts stand beside these keys.',
  eventFields,
)

/** A timeline entry with its facts beside it. */
export function presentEvent({ at, event, facts }: TimelineEvent) {
  return { at: iso(at), event, ...facts }
}
