import { z } from 'zod'
import { answerObject } from '../../contract/named.ts'
import { kinds, type Recorded, type TimelineEvent } from '../../domain/happening.ts'
import { isListed } from '../../domain/listed.ts'
import { happeningText } from '../../words/happening.ts'
import { iso, time } from '../schema-parts.ts'
import { eventNames } from './event-names.ts'

const causeView = answerObject('EventCause', 'What made it happen.', {
  by: z
    .enum(['step', 'action', 'otp', 'transfer'])
    .describe('A step of the plan, an action by hand, the last wrong OTP, or a payment by hand.'),
  step: z.int().min(0).optional().describe('Index of the step, from 0.'),
  action: z.string().optional().describe('Name of the action.'),
})

/** The context of a happening, besides its facts. */
export const aboutFields = {
  kind: z.enum(kinds).describe('What it is: the kind of a step.'),
  text: z.string().describe('What it is, in words.'),
  cause: causeView.optional(),
  copy: z.int().optional().describe('Which of several equal webhooks, from 1.'),
  attempt: z.int().optional().describe('Which attempt of its webhook, from 1; a replay counts on.'),
}

export const eventFields = {
  at: time,
  event: z.enum([...new Set(Object.values(eventNames))]).describe('What happened.'),
  ...aboutFields,
}

type Timed = Recorded & Pick<TimelineEvent, 'at'> & Partial<TimelineEvent>

/** An entry of a timeline as the API shows it; null for a kind that only `steps` show. */
export function presentEvent({ id: _, transactionId: _transaction, reference: _reference, at, ...happening }: Timed) {
  if (!isListed(happening)) return null
  const shown = { at: iso(at), event: eventNames[happening.kind], text: happeningText(happening) }
  switch (happening.kind) {
    case 'webhook_attempted': {
      const { came, ...facts } = happening
      return { ...shown, ...facts, number: facts.attempt, ...came }
    }
    case 'webhook_made':
      return { ...shown, ...happening, action: 'webhook' }
    case 'webhook_replayed':
      return { ...shown, ...happening, action: 'replay' }
    default:
      return { ...shown, ...happening }
  }
}
