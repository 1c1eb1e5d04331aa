import { z } from 'zod'
import { type RefusalName, refusalNames } from '../../catalogue/business-rules.ts'
import { parseDuration } from '../../domain/duration.ts'
import { replyFaults } from '../../domain/plan.ts'
import { failureStatuses } from '../../domain/simulated-failure.ts'
import { says, saysName, strictMap } from './messages.ts'
import { duration } from './values.ts'

/** The longest that a reply can be kept back, in milliseconds of wall time. */
const longestDelayMs = 60_000

const statuses = ['PENDING', 'COMPLETED'] as const
const faults = ['drop-before-commit', ...replyFaults] as const

/** What a scenario says of the create call's reply. */
export const respondSchema = strictMap({
  status: z.enum(statuses, { error: saysName('a status of a reply', statuses) }).optional(),
  error: z
    .enum(refusalNames as [RefusalName, ...RefusalName[]], { error: saysName('a business rule', refusalNames) })
    .optional(),
  httpStatus: z
    .literal([...failureStatuses], {
      error: says(`{value} is not a status that can be played; write one of ${failureStatuses.join(', ')}`),
    })
    .optional(),
  fault: z.enum(faults, { error: saysName('a fault of a reply', faults) }).optional(),
  delay: duration
    .refine((text) => parseDuration(text) <= longestDelayMs, {
      error: '{value} is longer than a reply can wait; write at most 60s',
    })
    .optional(),
})
