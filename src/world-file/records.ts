import { z } from 'zod'
import { bodyFaultNames } from '../domain/body-faults.ts'
import { lastMs } from '../domain/clock.ts'
import { declaredSettings } from '../domain/declared-settings.ts'
import { deliveryStatuses, noAnswerReasons } from '../domain/delivery.ts'
import { recorded } from '../domain/happening.ts'
import { isObject } from '../domain/json.ts'
import { obstacle } from '../domain/obstacle.ts'
import { lateTransfers, longestAttemptMs, partialPayments, replyFaults, selectors } from '../domain/plan.ts'
import { channels, feeBearers, finalStatuses, flows, statuses } from '../domain/transaction.ts'
import { webUrl } from '../domain/web-url.ts'
import { pretendedAnswers, releases, signatureFaults } from '../domain/webhook-faults.ts'

/** The version of the format. A file of a newer one is refused. */
export const worldFormat = 1

// A line bounds what a create call can make longer. The database turns half a character into another one.
const longText = z.string().refine((value) => value.isWellFormed(), { error: 'has half a character' })
const text = longText.max(64 * 1024, { error: 'is longer than 65536 characters' })
const list = <Item extends z.ZodType>(item: Item, most = 10_000) =>
  z.array(item).max(most, { error: `has more than ${most} entries` })
const url = text.refine((value) => webUrl(value) !== null, { error: 'is not an http or https URL' })
const minor = z.int().min(0)
/** What adds up, one at a time. */
const count = z.int().min(0).max(1_000_000_000)
/** How many there are to be: the bounds of the scenario language. */
const from1To = (most: number) => z.int().min(1).max(most)
const ms = z.int().min(0).max(lastMs)
const at = z.int().min(0).max(lastMs).describe('Sandbox time in milliseconds since 1970.')
/** The largest id of an event in a file. Ids of later events are above it. */
const lastEvent = 2 ** 48
const eventId = z.int().min(1).max(lastEvent)
/** Any object, taken as it is: of 100,000 keys none is looked at. */
const json = z
  .custom<Readonly<Record<string, unknown>>>()
  .superRefine((value, context) => {
    if (!isObject(value)) context.addIssue({ code: 'invalid_type', expected: 'record', input: value })
  })
  .meta({ type: 'object', additionalProperties: {} })
const transactionId = text.min(1).describe('The id of a transaction of this file.')

const result = z.strictObject({
  name: text,
  code: text,
  source: text,
  text,
  telcoResponse: text.nullable(),
  providerMessage: text,
})
const act = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('settle'), result }),
  z.strictObject({ act: z.literal('transfer'), amountMinor: z.int().min(1), senderName: text }),
  z.strictObject({ act: z.literal('expire'), what: z.enum(['account', 'otp']) }),
])

const hold = z.strictObject({
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
const webhookPlan = z.strictObject({
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

const plan = z.strictObject({
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

const entries = list(recorded).describe('What one command added to the timeline.')

const dispatch = { transactionId, deliveryId: text, origin: text }
const work = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('act'), transactionId, step: count, act }),
    z.strictObject({
      kind: z.literal('deliver'),
      ...dispatch,
      next: list(z.strictObject(dispatch)).optional(),
      retry: z.literal(true).optional(),
      replay: z.literal(true).optional(),
    }),
    z.strictObject({ kind: z.literal('release'), transactionId, scenario: text, hold }),
  ])
  .describe(
    '`act`: a step of the plan; `deliver`: an attempt of a webhook; `release`: webhooks that wait for each other.',
  )

export const worldRecords = {
  world: z
    .strictObject({
      format: z.int().min(1),
      version: text.describe('The version of payments-sandbox that wrote the file.'),
      key: text.describe('The API key of the business.'),
      seed: z
        .int()
        .describe('The seed of the sandbox. Ids and OTPs of what happens after an import follow from its own.'),
      at,
      clock: z.strictObject({ mode: z.enum(['real', 'frozen']), rate: z.number().min(0.001).max(1_000_000) }),
      defaultScenario: text.nullable(),
      settings: declaredSettings.describe(
        'Every setting of the business; webhookSecret only if secrets were asked for.',
      ),
      prunedBefore: at.nullable().describe('What was final by then was deleted before.'),
    })
    .describe('The business. The first line.'),
  queued: z
    .strictObject({ use: text, remaining: from1To(1000), match: json.nullable() })
    .describe('A scenario of the queue, first in first out.'),
  refused: z
    .strictObject({ scenario: text, times: count.min(1) })
    .describe('How often a scenario refused a create call.'),
  plan: z
    .strictObject({ number: count.describe('What transactions name it by.'), plan })
    .describe('What happens to transactions: equal plans stand once.'),
  transaction: z
    .strictObject({
      id: text.min(1),
      flow: z.enum(flows),
      reference: text.min(1),
      status: z.enum(statuses),
      currency: text,
      askedMinor: z.int().min(1),
      amountMinor: z.int().min(1),
      feeMinor: minor,
      feePercent: z.number().min(0),
      bearFee: z.enum(feeBearers),
      receivedMinor: minor,
      openingBalanceMinor: minor,
      channel: z.enum(channels),
      network: text,
      reason: longText,
      customer: z.strictObject({ accountName: longText, accountNumber: longText }),
      metadata: json,
      callbackUrl: url.nullable(),
      extras: json,
      conversion: z.strictObject({ destination: text, rate: z.number(), rateAmount: z.number() }).nullable(),
      virtualAccount: z.strictObject({ bankName: text, accountName: text, accountNumber: text }).nullable(),
      result: result.nullable(),
      wrongOtps: count,
      otpAcceptedAt: at.nullable(),
      statusQueries: count,
      duplicateCreates: count,
      createdAt: at,
      updatedAt: at,
      plan: count,
      event: eventId.describe('The id of the last event of its creation.'),
      entries,
    })
    .describe('A transaction as it is, with the events of its creation; amounts are in minor units.'),
  event: z
    .strictObject({ id: eventId, at, transactionId, entries })
    .describe('What happened to a transaction later; ids rise.'),
  movement: z
    .strictObject({
      currency: text,
      at,
      amountMinor: z.int(),
      openingMinor: minor,
      closingMinor: minor,
      why: text,
      transactionId: transactionId.nullable(),
    })
    .describe('A movement of a wallet, the oldest first in each currency.'),
  webhook: z
    .strictObject({
      id: text.min(1),
      transactionId,
      reference: text,
      transactionStatus: z.enum(finalStatuses),
      url,
      body: longText.describe('The bytes that every attempt sends.'),
      status: z.enum(deliveryStatuses),
      createdAt: at,
      webhook: webhookPlan,
      attempts: list(
        z.strictObject({
          number: z.int().min(1),
          at,
          headers: z.record(z.string(), text),
          outcome: z
            .strictObject({
              response: z.strictObject({ status: z.int(), body: text }).nullable(),
              error: text.nullable(),
              reason: z.enum(noAnswerReasons).optional(),
              durationMs: z.number().min(0),
              sent: z.boolean(),
              stoppedBy: obstacle.strict().optional(),
              retryAfterMs: z.number().min(0).optional(),
              lostStatus: z.int().optional(),
            })
            .nullable(),
          isReplay: z.boolean(),
        }),
      ),
    })
    .describe('A webhook with its attempts.'),
  job: z
    .strictObject({
      dueAt: z
        .int()
        .min(0)
        .max(2 * lastMs),
      work,
    })
    .describe('Work that waits for its time, in the order in which it is due.'),
  end: z.strictObject({ lines: z.int().min(1) }).describe('The last line: how many came before it.'),
} as const

export type RecordKind = keyof typeof worldRecords
export type WorldRecord = {
  [K in RecordKind]: { readonly kind: K } & Readonly<z.output<(typeof worldRecords)[K]>>
}[RecordKind]
export type RecordOf<K extends RecordKind> = Extract<WorldRecord, { readonly kind: K }>
export const recordKinds = Object.keys(worldRecords) as readonly RecordKind[]
