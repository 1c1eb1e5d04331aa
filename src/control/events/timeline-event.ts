import { z } from 'zod'
import { answerObject, answerRecord } from '../../contract/named.ts'
import { eventNames, type TimelineEvent } from '../../domain/timeline.ts'
import { iso, time } from '../schema-parts.ts'

const cause = answerObject('EventCause', 'Why a transfer arrived or the transaction became final.', {
  by: z
    .enum(['step', 'action', 'otp', 'transfer'])
    .describe('A step of the plan, an action by hand, the last wrong OTP, or a payment by hand.'),
  step: z.int().min(0).optional().describe('Index of the step, from 0.'),
  action: z.string().optional().describe('Name of the action.'),
})

export const eventFields = {
  at: time,
  event: z.enum(eventNames).describe('What happened.'),
  cause: cause.optional(),
}

export const timelineEventView = answerRecord(
  'TimelineEvent',
  'One entry of a timeline; its facts stand beside these keys.',
  eventFields,
)

export function presentEvent({ at, event, facts }: TimelineEvent) {
  return { at: iso(at), event, ...facts }
}
