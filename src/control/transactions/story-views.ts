import { z } from 'zod'
import { namedAnswer } from '../../contract/named.ts'
import { deliveryStatuses } from '../../domain/delivery.ts'
import { eventNames } from '../../domain/timeline.ts'
import { flows } from '../../domain/transaction.ts'
import { transaction } from '../../flows/final-record.ts'
import { nearMisses, selector, time, transactionId } from '../view-parts.ts'

/** The schemas of what the control API answers of transactions, their timelines and their webhooks; present.ts makes the values. */

const eventFields = {
  at: time,
  event: z.enum(eventNames),
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
          z
            .looseObject({ ...eventFields, transactionId, reference: z.string().describe("The merchant's reference.") })
            .describe('One entry of a timeline, and whose it is.'),
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
      status: z.enum(deliveryStatuses),
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
        by: selector,
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

const explainedStep = namedAnswer(
  'StoryStep',
  z
    .object({
      event: z.string().describe('What it is, in words.'),
      planned: time.nullable().describe('Null where nobody could say beforehand.'),
      actual: time.nullable().describe('Null where it has not happened.'),
      state: z.enum(['happened', 'pending', 'cancelled']),
      why: z.string().nullable().describe('What cancelled it, what it waits for, or who did it by hand.'),
    })
    .describe('One step of a story: what was planned beside what happened.'),
)

/** One transaction with all that happened to it. */
export const transactionInFullView = namedAnswer(
  'TransactionStory',
  z
    .intersection(
      transactionSummary,
      namedAnswer(
        'StoryFacts',
        z
          .looseObject({
            nearMisses: nearMisses.describe(
              'Rules loaded now that nearly match what the transaction asked for, and would go before what was chosen.',
            ),
            scenarioLoaded: z
              .boolean()
              .describe('False when the chosen scenario is not among the loaded ones any more.'),
            hint: z.string().nullable().describe('Why it is so, where the plan alone does not tell.'),
            steps: z.array(explainedStep).describe('In the order of time; what nobody can time is last.'),
            timeline: z.array(timelineEvent),
            deliveries: z.array(deliveryView),
          })
          .describe('What happened to a transaction, why, and what is still to come.'),
      ),
    )
    .describe('A transaction with all that happened to it.'),
)
