import { z } from 'zod'
import { type RefusalName, refusalNames } from '../../catalogue/business-rules.ts'
import { replyFaults } from '../../domain/plan.ts'
import { failureStatuses } from '../../domain/rejection.ts'
import { says, saysName, strictMap } from './messages.ts'
import { duration } from './values.ts'

/** The longest delay of a reply, in real milliseconds. */
const longestDelayMs = 60_000

const statuses = ['PENDING', 'COMPLETED'] as const
const faults = ['drop-before-commit', ...replyFaults] as const

export const respondSchema = strictMap({
  status: z
    .enum(statuses, { error: saysName('a status of a reply', statuses) })
    .optional()
    .describe('Mobile money collections: the status in the reply. Default: INITIATED.'),
  error: z
    .enum(refusalNames as [RefusalName, ...RefusalName[]], { error: saysName('a business rule', refusalNames) })
    .optional()
    .describe('The call is refused by this rule, and nothing is stored.'),
  httpStatus: z
    .literal([...failureStatuses], {
      error: says(`{value} is not a status that can be played; write one of ${failureStatuses.join(', ')}`),
    })
    .optional()
    .describe('The call fails with this status, and nothing is stored.'),
  fault: z
    .enum(faults, { error: saysName('a fault of a reply', faults) })
    .optional()
    .describe(
      'How the reply is spoiled. `drop-before-commit`: the connection breaks and nothing is stored. The others store the transaction, and the scenario goes on: `drop-after-commit` breaks the connection, `hang` never answers, `malformed-json` sends half a record.',
    ),
  delay: duration
    .refine((ms) => ms <= longestDelayMs, {
      error: '{value} is longer than a reply can wait; write at most 60s',
    })
    .optional()
    .describe(
      'How long the reply is kept back, in real time, at most 60s; with `hang`, when the connection breaks. Default: 0s, with `hang` 60s.',
    ),
})
