import { z } from 'zod'
import { bodyFaultNames, bodyFaultOf } from '../../domain/body-faults.ts'
import { parseDuration } from '../../domain/duration.ts'
import { longestAttemptMs } from '../../domain/plan.ts'
import { pretendedAnswers, releases, signatureFaults } from '../../domain/webhook-faults.ts'
import { says, saysName, strictMap } from './messages.ts'
import { duration, span, wholeNumber, writtenDuration } from './values.ts'

const delays = 'a delay; write a duration such as 5s, before-reply, or { statusQueries: 2, then: 10s }'
const statusQueries = strictMap({
  statusQueries: wholeNumber(1, 1000).describe('How many queries must have seen the final status.'),
  // biome-ignore lint/suspicious/noThenProperty: the language's word; its value is a duration, which is never awaited
  then: duration.optional().describe('How long to wait after the last of them. Default: 0s.'),
})
const delay = z
  .union([z.literal('before-reply'), writtenDuration, statusQueries], { error: says(`{value} is not ${delays}`) })
  .transform((written) => {
    if (written === 'before-reply') return written
    if (typeof written === 'string') return parseDuration(written)
    return { statusQueries: written.statusQueries, thenMs: written.then ?? 0 }
  })

const retry = z
  .array(duration, { error: says('must be a list of durations such as [5s, 30s], not {value}') })
  .max(50, { error: 'has more than 50 retries; write fewer' })

const saysAnswer = says(
  `{value} is not an answer; write a status from 100 to 599, or one of ${pretendedAnswers.join(', ')}`,
)
const answers = z
  .array(z.union([wholeNumber(100, 599, saysAnswer), z.enum(pretendedAnswers)], { error: saysAnswer }), {
    error: says('must be a list of answers such as [503, timeout, real], not {value}'),
  })
  .min(1, { error: 'is an empty list; write at least one answer, or leave it out' })
  .max(100, { error: 'has more than 100 answers; write fewer' })

const signatureFault = z.enum(signatureFaults, { error: saysName('a signature', signatureFaults) })
const signatureList = z
  .array(signatureFault)
  .min(1, { error: 'is an empty list; write at least one signature, or leave it out' })
  .max(100, { error: 'has more than 100 signatures; write fewer' })

const bodies = bodyFaultNames.map((name) => `\`${name}\`: ${bodyFaultOf(name).says}`)

export const webhookSchema = strictMap({
  delay: delay
    .optional()
    .describe(
      'When the webhook is sent, from the final status: after a time, `before-reply` (before the create call is answered), or after so many status queries. Default: 0s.',
    ),
  copies: wholeNumber(1, 20).optional().describe('How many webhooks with the same body are sent. Default: 1.'),
  spacing: duration.optional().describe('The time between the copies. It needs `copies`. Default: 0s.'),
  drop: z
    .literal(true, { error: says('must be true, not {value}; leave it out to send the webhook') })
    .optional()
    .describe('The webhook is never sent. Of the other keys of `webhook`, only `delay: before-reply` goes beside it.'),
  hold: wholeNumber(2, 100)
    .optional()
    .describe(
      'Webhooks wait until so many of this scenario are ready, or for a minute; each copy counts. Not beside a `delay` that is not a duration.',
    ),
  release: z
    .enum(releases, { error: saysName('an order', releases) })
    .optional()
    .describe('The order in which held webhooks are sent. It needs `hold`. Default: `in-order`, as they became ready.'),
  answers: answers
    .optional()
    .describe(
      'What the attempts of a delivery get; the last entry repeats. A status, `timeout` and `reset` are pretended: nothing is sent. `lost-ack` sends the webhook, but the answer is lost. `real` sends it and takes the answer of your server. Default: `[real]`.',
    ),
  signature: z
    .union([signatureFault, signatureList], {
      error: saysName('a signature, or a list of them', signatureFaults),
    })
    .optional()
    .describe('How the webhook is signed; a list has one entry for each attempt that is sent. Default: `valid`.'),
  body: z
    .enum(bodyFaultNames, { error: saysName('a body', bodyFaultNames) })
    .optional()
    .describe(`What the webhook carries. ${bodies.join('. ')}. Default: \`exact\`.`),
  retry: retry.optional().describe('How long to wait before each further attempt. Default: the setting `retry`.'),
  timeout: span
    .refine((ms) => ms <= longestAttemptMs, {
      error: '{value} is longer than an attempt can take; write at most 60s',
    })
    .optional()
    .describe('How long one attempt can take, in real time: at most 60s. Default: the setting `timeout`.'),
})
