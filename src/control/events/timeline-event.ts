import { z } from 'zod'
import { answerObject, answerRecord } from '../../contract/named.ts'
import { type EventName, eventNames, kinds, type Recorded, type TimelineEvent } from '../../domain/happening.ts'
import { eventFacts } from '../../words/event-facts.ts'
import { happeningText } from '../../words/happening.ts'
import { iso, time } from '../schema-parts.ts'

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

const names = [...new Set(Object.values(eventNames))].filter((name): name is EventName => name !== null)

export const eventFields = {
  at: time,
  event: z.enum(names).describe('What happened.'),
  ...aboutFields,
}

export const timelineEventView = answerRecord(
  'TimelineEvent',
  'One entry of a timeline; its facts stand beside these keys.',
  eventFields,
)

type Timed = Recorded & Pick<TimelineEvent, 'at'>

/** An entry of a timeline as the API shows it; null for a kind that only `steps` show. */
export function presentEvent(entry: Timed) {
  const facts = eventFacts(entry)
  if (facts === null) return null
  const { at, kind, copy, attempt } = entry
  return {
    at: iso(at),
    ...facts,
    kind,
    text: happeningText(entry),
    ...(copy === undefined ? {} : { copy }),
    ...(attempt === undefined ? {} : { attempt }),
  }
}

export function presentEvents(entries: readonly Timed[]) {
  return entries.flatMap((entry) => presentEvent(entry) ?? [])
}
