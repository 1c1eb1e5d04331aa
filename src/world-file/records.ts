import { z } from 'zod'
import { lastMs } from '../domain/clock.ts'
import { declaredSettings } from '../domain/declared-settings.ts'
import { deliveryStatuses, noAnswerReasons } from '../domain/delivery.ts'
import { recorded } from '../domain/happening.ts'
import { obstacle } from '../domain/obstacle.ts'
import { channels, feeBearers, finalStatuses, flows, statuses } from '../domain/transaction.ts'
import { act, hold, plan, result, webhookPlan } from './plan.ts'
import { at, count, eventId, from1To, json, list, longText, minor, text, transactionId, url } from './values.ts'

/** The version of the format. A file of a newer one is refused. */
export const worldFormat = 1

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
