import { z } from 'zod'
import { bodyFaults, pretendedAnswers, releases, signatureFaults } from '../../domain/webhook-faults.ts'
import { says, saysName, strictMap } from './messages.ts'
import { duration, span, wholeNumber } from './values.ts'

const delays = 'a delay; write a duration such as 5s, before-reply, or { statusQueries: 2, then: 10s }'
// biome-ignore lint/suspicious/noThenProperty: the language's word; its value is a duration, which nobody awaits
const statusQueries = strictMap({ statusQueries: wholeNumber(1, 1000), then: duration.optional() })
const delay = z.union([z.literal('before-reply'), duration, statusQueries], { error: says(`{value} is not ${delays}`) })

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

/** What a scenario says of its webhook. */
export const webhookSchema = strictMap({
  delay: delay.optional(),
  copies: wholeNumber(1, 20).optional(),
  spacing: duration.optional(),
  drop: z.literal(true, { error: says('must be true, not {value}; leave it out to send the webhook') }).optional(),
  hold: wholeNumber(2, 100).optional(),
  release: z.enum(releases, { error: saysName('an order', releases) }).optional(),
  answers: answers.optional(),
  signature: z
    .union([signatureFault, signatureList], {
      error: saysName('a signature, or a list of them', signatureFaults),
    })
    .optional(),
  body: z.enum(bodyFaults, { error: saysName('a body', bodyFaults) }).optional(),
  retry: retry.optional(),
  timeout: span.optional(),
})
