import { z } from 'zod'
import { answerObject, answerRecord, namedAnswer, type Shown } from '../../contract/named.ts'
import { deliveryStatuses } from '../../domain/delivery.ts'
import { flows } from '../../domain/transaction.ts'
import { actionNames } from '../../engine/settle/act-by-hand.ts'
import { transaction } from '../../flows/final-record.ts'
import { jobView } from '../clock/job-view.ts'
import { timelineEventView } from '../events/timeline-event.ts'
import { nearMisses, selector, time } from '../view-parts.ts'
import { deliveryView } from '../webhooks/delivery-view.ts'

const transactionFacts = answerRecord(
  'TransactionFacts',
  'What the sandbox knows of a transaction beyond its record.',
  {
    flow: z.enum(flows).describe('The kind of transaction.'),
    scenario: z
      .object({
        name: z.string(),
        by: selector,
      })
      .describe('The scenario that was chosen, and what chose it.'),
    why: z
      .string()
      .optional()
      .describe('What the request had that chose the scenario, such as `the account number ends in 0009110`.'),
    bankName: z.string().nullable().describe('The bank that `network` names; null for mobile money and unknown codes.'),
    callbackUrl: z.string().nullable().describe('The callbackURL of the request.'),
    request: z.record(z.string(), z.string()).describe('Fields of the request that no record shows (D40).'),
    webhook: answerObject('LastWebhook', 'What became of the newest webhook of a transaction.', {
      status: z.enum(deliveryStatuses),
      attempts: z.int().min(0),
      answered: z.int().nullable().describe('The status of the last answer; null if nothing has answered.'),
      error: z.string().optional().describe('Why the last attempt had no answer, such as `connection refused`.'),
    })
      .nullable()
      .describe('Its newest webhook; null if it has none.'),
    next: jobView.nullable().describe('The work of it that is due first; null if nothing waits.'),
  },
)
const transactionSummary = namedAnswer(
  'TransactionSummary',
  z.intersection(transaction, transactionFacts).describe('A record with what the sandbox knows of it.'),
)

export const transactionsView = answerObject('Transactions', 'A page of transactions, newest first.', {
  data: z.array(transactionSummary),
  next: z.string().nullable().describe('`after` of the next page; null on the last.'),
})

const explainedStep = answerObject(
  'ExplainedStep',
  'One step of a transaction: what was planned beside what happened.',
  {
    event: z.string().describe('What it is, in words.'),
    planned: time.nullable().describe('Null if it could not be known beforehand.'),
    actual: time.nullable().describe('Null if it has not happened.'),
    state: z.enum(['happened', 'pending', 'cancelled']).describe('What became of it.'),
    why: z.string().nullable().describe('What cancelled it, what it waits for, or who did it by hand.'),
  },
)

/** One transaction with all that happened to it. */
export const transactionInFullView = namedAnswer(
  'TransactionInFull',
  z
    .intersection(
      transactionSummary,
      answerRecord('TransactionHistory', 'What happened to a transaction, why, and what is still to come.', {
        nearMisses: nearMisses.describe(
          'Rules loaded now that nearly match what the transaction asked for, and would go before what was chosen.',
        ),
        scenarioLoaded: z.boolean().describe('False when the chosen scenario is not among the loaded ones any more.'),
        hint: z.string().nullable().describe('Why it is so, where the plan alone does not show it.'),
        otp: z.string().nullable().describe('The OTP that it waits for; null if it waits for none.'),
        createCall: z
          .object({
            path: z.string(),
            headers: z.record(z.string(), z.string()),
            body: z.record(z.string(), z.unknown()),
          })
          .describe('The create call, made from what is stored: what was sent beyond it had no effect.'),
        actions: z.array(z.enum(actionNames)).describe('What its customer or its provider can do now.'),
        failures: z.array(z.string()).describe('The results that `fail` can give it now.'),
        steps: z.array(explainedStep).describe('In the order of time; what has no known time is last.'),
        timeline: z.array(timelineEventView).describe('What happened, in the order of time.'),
        deliveries: z.array(deliveryView).describe('Its webhooks.'),
      }),
    )
    .describe('A transaction with all that happened to it.'),
)
export type TransactionView = Shown<typeof transactionInFullView>
