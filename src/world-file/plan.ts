import { z } from 'zod'
import { bodyFaultNames } from '../domain/body-faults.ts'
import { lateTransfers, longestAttemptMs, partialPayments, replyFaults, selectors } from '../domain/plan.ts'
import { pretendedAnswers, releases, signatureFaults } from '../domain/webhook-faults.ts'
import { count, from1To, list, ms, text } from './values.ts'

export const result = z.strictObject({
  name: text,
  code: text,
  source: text,
  text,
  telcoResponse: text.nullable(),
  providerMessage: text,
})
export const act = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('settle'), result }),
  z.strictObject({ act: z.literal('transfer'), amountMinor: z.int().min(1), senderName: text }),
  z.strictObject({ act: z.literal('expire'), what: z.enum(['account', 'otp']) }),
])

export const hold = z.strictObject({
  count: from1To(100),
  release: z.enum(releases),
  group: text.optional(),
  atOnce: z.literal(true).optional(),
})
const faults = z.strictObject({
  trigger: z
    .union([z.literal('before-reply'), z.strictObject({ statusQueries: from1To(1000), thenMs: ms })])
    .nullable(),
  copies: from1To(20),
  spacingMs: ms,
  pace: z.literal('one-by-one').optional(),
  drop: z.boolean(),
  hold: hold.nullable(),
  answers: list(z.union([z.int().min(100).max(599), z.enum(pretendedAnswers)]), 100),
  signatures: list(z.enum(signatureFaults), 100),
  body: z.enum(bodyFaultNames),
})
export const webhookPlan = z.strictObject({
  delayMs: ms,
  retryMs: list(ms, 50),
  timeoutMs: z.int().min(0).max(longestAttemptMs),
  faults: faults.nullable(),
  byHand: z.literal(true).optional(),
  copy: from1To(20).optional(),
})

const bounds = z.strictObject({ gte: count.optional(), lte: count.optional() })
const expectations = z.strictObject({
  deliveries: z.union([count, bounds]).optional(),
  statusQueries: count.optional(),
  duplicateCreates: count.optional(),
  ackedWithinMs: ms.optional(),
})

export const plan = z.strictObject({
  scenario: text,
  by: z.enum(selectors),
  mix: z.strictObject({ name: text, weight: z.number(), of: z.number() }).optional(),
  reply: z.strictObject({
    status: z.enum(['INITIATED', 'PENDING', 'COMPLETED']),
    delayMs: ms.optional(),
    fault: z.enum(replyFaults).optional(),
  }),
  steps: list(z.strictObject({ from: z.enum(['creation', 'otp']), afterMs: ms, act }), 200),
  account: z
    .strictObject({ partialPayments: z.enum(partialPayments), lateTransfers: z.enum(lateTransfers) })
    .nullable(),
  otp: z
    .strictObject({ code: text.nullable(), attempts: from1To(100), smsFee: z.number().min(0).max(1000) })
    .nullable(),
  webhook: webhookPlan,
  pendingMs: ms.optional(),
  settlesOnQuery: z.literal(true).optional(),
  queriesFail: z.literal(true).optional(),
  expect: expectations.optional(),
})
