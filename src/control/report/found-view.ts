import { z } from 'zod'
import { answerObject, type Shown } from '../../contract/named.ts'
import type { Recorded } from '../../domain/happening.ts'
import { isShown } from '../../words/happening.ts'
import { presentStep, stepView } from '../transactions/step-view.ts'

interface Played {
  readonly reference: string
  readonly timeline: readonly (Recorded & { readonly at: number })[]
}

/** A schedule as `explore` saved it. */
export interface FoundSchedule extends Pick<FoundView, 'file' | 'sentence' | 'schedule'> {
  readonly evidence: {
    readonly message: string
    readonly plain: readonly Played[]
    readonly failing: readonly Played[]
  } | null
}

const played = z.array(
  answerObject('PlayedTransaction', 'What happened to a transaction of a run.', {
    reference: z.string().describe("The merchant's reference."),
    steps: z.array(stepView),
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
    plain: played.describe('The transactions of a plain run.'),
    failing: played.describe('The transactions of the run that failed.'),
  })
    .nullable()
    .describe('Null if it was not saved with the schedule.'),
})

export type FoundView = Shown<typeof foundView>

export function presentFound({ evidence, ...found }: FoundSchedule): FoundView {
  if (evidence === null) return { ...found, evidence }
  const { message, plain, failing } = evidence
  return { ...found, evidence: { message, plain: plain.map(presentPlayed), failing: failing.map(presentPlayed) } }
}

function presentPlayed({ reference, timeline }: Played) {
  const steps = timeline.filter(isShown).map(({ at, ...what }) => {
    return presentStep({ what, state: 'happened', at, planned: null })
  })
  return { reference, steps }
}
