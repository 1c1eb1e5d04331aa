import { z } from 'zod'
import { answerRecord, namedAnswer, readAs, type Shown } from '../../contract/named.ts'
import { dueText } from '../../domain/clock.ts'
import type { Happening } from '../../domain/happening.ts'
import { finalStatuses } from '../../domain/transaction.ts'
import { sinces } from '../../domain/when.ts'
import type { LifeStep } from '../../explain/life-step.ts'
import { presentWhen } from '../../explain/present-expected.ts'
import { cancelledText, causeText, happeningText } from '../../words/happening.ts'
import { formatWhen } from '../../words/when.ts'
import { aboutFields } from '../events/timeline-event.ts'
import { time } from '../schema-parts.ts'

const duration = z.string().describe('A duration such as 5s.')
const whenView = namedAnswer(
  'When',
  z
    .union([
      z.object({ at: time.nullable() }),
      z.object({
        since: z.enum(sinces).describe('What it counts from; `call`: the create call, in real time.'),
        count: z.int().optional().describe('Which wrong OTP, or which status query of the final status.'),
        from: duration,
        to: duration.describe('The same as `from`, but for a range that the seed draws from.'),
      }),
      z.object({ never: z.literal(true) }),
    ])
    .describe('When something is to come: a moment, a time after something else, or never.'),
)

const expectedFields = {
  ...aboutFields,
  deliveryId: z.string().optional().describe('Id of its webhook.'),
  byHand: z.literal(true).optional().describe('Its webhook was made by hand.'),
  of: z.enum(finalStatuses).optional().describe('What its webhook reports, if there are webhooks of both.'),
  branch: z
    .enum(['no_otp', 'wrong_otp'])
    .optional()
    .describe('It comes only if no OTP is submitted in time, or too many wrong ones.'),
}

/** Clients know the facts of each kind; the document says that they stand beside the other keys. */
function stepRecord<Shape extends z.ZodRawShape>(id: string, what: string, shape: Shape) {
  const shown = answerRecord(id, `${what}; the facts of its kind stand beside these keys.`, shape)
  return readAs<z.output<z.ZodObject<Shape>> & Happening>(shown)
}

/** A step of a transaction that is not there yet. */
export const expectedView = stepRecord('ExpectedStep', 'Something that is to come, and when', {
  when: whenView,
  ...expectedFields,
})

export const stepView = stepRecord('ExplainedStep', 'A step in the life of a transaction: it happened, or is to come', {
  at: time.optional().describe('When it happened.'),
  when: whenView.optional().describe('When it is to come, if it has not happened.'),
  ...expectedFields,
  state: z.enum(['happened', 'pending', 'cancelled']).describe('What became of it.'),
  planned: time.nullable().describe('Null if its time could not be known beforehand.'),
  why: z.string().nullable().describe('What cancelled it, what it waits for, or who did it by hand.'),
  event: z.string().describe('The same as `text`.'),
  actual: time.nullable().describe('The same as `at`; null if it has not happened.'),
})

type StepView = Shown<typeof stepView>

export function presentStep(step: LifeStep): StepView {
  const { what, state } = step
  const text = happeningText(what)
  const shown = { ...what, state, text, event: text }
  if (state === 'happened') {
    const at = new Date(step.at).toISOString()
    const planned = step.planned === null ? null : dueText(step.planned)
    return { ...shown, at, planned, why: causeText(what.cause), actual: at }
  }
  const { when } = step
  const times = { when: presentWhen(when), planned: 'at' in when ? dueText(when.at) : null, actual: null }
  if (state === 'cancelled') return { ...shown, ...times, why: step.by && cancelledText(step.by) }
  return { ...shown, ...times, why: 'at' in when ? null : formatWhen(when) }
}
