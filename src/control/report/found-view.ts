import { z } from 'zod'
import { answerObject, type Shown } from '../../contract/named.ts'
import { timelineEventView } from '../events/timeline-event.ts'

const timelines = z.array(
  answerObject('PlayedTimeline', 'What happened to a transaction of a run.', {
    reference: z.string().describe("The merchant's reference."),
    timeline: z.array(timelineEventView),
  }),
)

export const foundView = answerObject('FoundSchedule', 'A schedule under which a test of the merchant failed.', {
  file: z.string().describe('Where it is saved; `exec --schedule FILE -- CMD` plays it again.'),
  sentence: z.string().describe('What happens in it.'),
  schedule: z
    .array(z.object({ order: z.int(), change: z.string() }))
    .describe('Which change happens to which transaction.'),
  evidence: answerObject('ScheduleEvidence', 'A plain run beside the one that failed.', {
    message: z.string().describe('The error of the test.'),
    plain: timelines.describe('The transactions of a plain run.'),
    failing: timelines.describe('The transactions of the run that failed.'),
  })
    .nullable()
    .describe('Null if it was not saved with the schedule.'),
})

export type FoundView = Shown<typeof foundView>
