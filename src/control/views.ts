import { z } from 'zod'
import { namedAnswer } from '../contract/named.ts'
import { currencyCode, transaction } from '../contract/record-schema.ts'
import type { DeliveryStatus } from '../domain/delivery.ts'
import type { Prompt } from '../domain/handset.ts'
import type { Selector } from '../domain/plan.ts'
import { settingsSchema } from '../domain/settings.ts'
import type { EventName } from '../domain/timeline.ts'
import { flows } from '../domain/transaction.ts'

/** The schemas of what the control API answers; present.ts makes the values. */

/** Every member of a union as an enum: one that is missing or not there any more is a type error. */
const oneOf = <Name extends string>(names: Readonly<Record<Name, true>>) =>
  z.enum(Object.keys(names) as [Name, ...Name[]])

/** A moment of a business's sandbox time. */
const time = z.iso.datetime().describe("ISO 8601, UTC, in the business's sandbox time.")
const transactionId = z.string().describe('Id of the transaction.')
const major = z.number().describe('Major units.')

/** A business's clock. */
export const clockView = namedAnswer(
  'Clock',
  z
    .object({
      now: time,
      mode: z.enum(['real', 'frozen']),
      rate: z.number().describe('Seconds of sandbox time in a second of wall time, once the clock runs.'),
    })
    .describe("A business's time."),
)

/** Everything is well. */
export const healthView = namedAnswer('Health', z.object({ status: z.literal('ok') }).describe('All is well.'))

/** What this sandbox is. */
export const infoView = namedAnswer(
  'SandboxInfo',
  z
    .object({
      version: z.string(),
      url: z.string().describe('Where this sandbox listens.'),
      seed: z.int().describe('Seed of every id and number.'),
      mode: z.enum(['automatic', 'manual']),
      limits: z.record(z.string(), z.number()).describe('Largest body in bytes, most webhooks under way at once.'),
      businesses: z.int().describe('How many businesses somebody has written to.'),
    })
    .describe('What this sandbox is.'),
)

/** Every business that somebody has written to. */
export const businessesView = namedAnswer(
  'Businesses',
  z
    .array(
      namedAnswer(
        'BusinessSummary',
        z
          .object({ key: z.string(), name: z.string(), transactions: z.int(), clock: clockView })
          .describe('One business.'),
      ),
    )
    .describe('Every business that somebody has written to.'),
)

/** A business that was started again. */
export const resetView = namedAnswer(
  'ResetBusiness',
  z.object({ key: z.string(), transactions: z.literal(0), clock: clockView }).describe('The business as it is now.'),
)

/** The settings of a business with its secrets. */
export const businessView = namedAnswer(
  'BusinessSettings',
  settingsSchema
    .extend({
      key: z.string().describe('The API key that names the business.'),
      webhookSecret: z.string().describe('Key of the signature (D34).'),
      standardWebhooksSecret: z.string().describe('The secret for the scheme standard-webhooks (D34).'),
    })
    .describe('The settings of this business, and the secrets that sign its webhooks.'),
)

/** One wallet with its newest movements. */
export const walletView = namedAnswer(
  'Wallet',
  z
    .object({
      currency: currencyCode,
      balance: major,
      ledger: z.array(
        namedAnswer(
          'LedgerEntry',
          z
            .object({
              at: time,
              amount: major,
              opening: major,
              closing: major,
              why: z.string(),
              transactionId: z.string().nullable(),
            })
            .describe('One movement.'),
        ),
      ),
    })
    .describe('A wallet and its movements, newest first.'),
)

/** All wallets. */
export const walletsView = namedAnswer('Wallets', z.array(walletView).describe('One wallet for each enabled currency.'))

const eventFields = {
  at: time,
  event: oneOf<EventName>({
    created: true,
    prompt_sent: true,
    otp_sent: true,
    otp_accepted: true,
    otp_refused: true,
    transfer_received: true,
    action: true,
    settled: true,
    webhook_queued: true,
    webhook_held: true,
    webhook_attempted: true,
    webhook_delivered: true,
    webhook_exhausted: true,
    webhook_skipped: true,
    status_queried: true,
    reply_faulted: true,
  }),
}
const timelineEvent = namedAnswer(
  'TimelineEvent',
  z.looseObject(eventFields).describe('One entry of a timeline; its facts stand beside these keys.'),
)

/** What happened while time was moved. */
export const advancedView = namedAnswer(
  'Advanced',
  z
    .object({
      now: time,
      events: z.array(
        namedAnswer(
          'AdvancedEvent',
          z.looseObject({ ...eventFields, transactionId }).describe('One entry of a timeline, and whose it is.'),
        ),
      ),
    })
    .describe('The new time, and all that happened on the way.'),
)

const attempt = namedAnswer(
  'DeliveryAttempt',
  z
    .object({
      number: z.int().min(1),
      at: time,
      sent: z.boolean().describe('False when no connection was made.'),
      headers: z.record(z.string(), z.string()),
      response: z.object({ status: z.int(), body: z.string() }).nullable(),
      error: z.string().nullable().describe('Why there was no answer.'),
      durationMs: z.number().nullable().describe('Wall time.'),
    })
    .describe('One attempt to deliver a webhook.'),
)

/** A webhook and its attempts. */
export const deliveryView = namedAnswer(
  'Delivery',
  z
    .object({
      id: z.string(),
      transactionId,
      reference: z.string().describe("The merchant's reference."),
      url: z.string(),
      status: oneOf<DeliveryStatus>({ pending: true, held: true, delivered: true, exhausted: true, dropped: true }),
      body: z.union([transaction, z.string()]).describe('The record, or the text where a story sends no JSON.'),
      attempts: z.array(attempt),
    })
    .describe('A webhook with every attempt to deliver it.'),
)

/** Webhooks, newest first. */
export const deliveriesView = namedAnswer(
  'Deliveries',
  z.object({ data: z.array(deliveryView) }).describe('Webhooks, newest first.'),
)

const transactionFacts = namedAnswer(
  'TransactionFacts',
  z
    .looseObject({
      flow: z.enum(flows),
      scenario: z.object({
        name: z.string(),
        by: oneOf<Selector>({
          header: true,
          queue: true,
          metadata: true,
          reference: true,
          match: true,
          business: true,
          file: true,
        }).describe('What chose it.'),
      }),
      callbackUrl: z.string().nullable().describe('The callbackURL of the request.'),
      request: z.record(z.string(), z.string()).describe('Fields of the request that no record shows (D40).'),
    })
    .describe('What the sandbox knows of a transaction beyond its record.'),
)
const transactionSummary = namedAnswer(
  'TransactionSummary',
  z.intersection(transaction, transactionFacts).describe('A record with what the sandbox knows of it.'),
)

/** Transactions, newest first. */
export const transactionsView = namedAnswer(
  'Transactions',
  z
    .object({
      data: z.array(transactionSummary),
      next: z.string().nullable().describe('`after` of the next page; null on the last.'),
    })
    .describe('A page of transactions, newest first.'),
)

/** One transaction with all that happened to it. */
export const storyView = namedAnswer(
  'TransactionStory',
  z
    .intersection(
      transactionSummary,
      namedAnswer(
        'StoryFacts',
        z
          .looseObject({ timeline: z.array(timelineEvent), deliveries: z.array(deliveryView) })
          .describe('What happened to a transaction.'),
      ),
    )
    .describe('A transaction with all that happened to it.'),
)

/** A customer's phone. */
export const phoneView = namedAnswer(
  'Phone',
  z
    .object({
      prompts: z.array(
        namedAnswer(
          'Prompt',
          z
            .object({
              transactionId,
              text: z.string(),
              status: oneOf<Prompt['status']>({
                open: true,
                approved: true,
                declined: true,
                ignored: true,
                closed: true,
              }),
            })
            .describe('What the network asks the customer.'),
        ),
      ),
      messages: z.array(
        namedAnswer(
          'Message',
          z.object({ text: z.string(), otp: z.string(), at: time, transactionId }).describe('An SMS with an OTP.'),
        ),
      ),
    })
    .describe('What is on a phone, newest first.'),
)

/** The OTP that a transaction waits for. */
export const otpView = namedAnswer(
  'Otp',
  z.object({ otp: z.string(), transactionId }).describe('The newest OTP that a transaction still waits for.'),
)

/** Pending work. */
export const jobsView = namedAnswer(
  'Jobs',
  z
    .array(
      namedAnswer(
        'Job',
        z
          .object({
            dueAt: time,
            kind: z.enum(['act', 'deliver', 'release']),
            transactionId,
            what: z.string().describe('The job in words.'),
          })
          .describe('Work that waits for its time.'),
      ),
    )
    .describe('Pending work, the next first.'),
)
