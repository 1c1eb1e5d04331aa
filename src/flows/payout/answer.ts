import { z } from 'zod'
import { currencyCode } from '../../contract/currency-code.ts'
import { answerRecord, keptJson, namedAnswer } from '../../contract/named.ts'
import { statuses } from '../../domain/transaction.ts'
import {
  createdStatuses,
  customer as customerNow,
  holder,
  noAccount,
  nullable,
  record,
  said,
  text,
} from '../record-schema.ts'

const customer = answerRecord('PayoutCustomer', "The recipient's account.", {
  ...holder,
  email: text('Empty when none.'),
})
const metadata = namedAnswer(
  'PayoutMetadata',
  keptJson(
    z
      .looseObject({
        smsFee: z.number(),
        sender_name: z.string().optional().describe('Bank payouts only.'),
        currency_source: currencyCode,
        currency_destination: currencyCode.nullable().describe('Null when it is the source currency.'),
        rate: z.number().optional().describe('Once completed.'),
        rate_amount: z.number().optional().describe('Once completed: what arrived.'),
        transactionAmount: z.number().optional().describe('Once completed: what was sent.'),
      })
      .describe('What the service notes of a payout.'),
  ),
)
const reason = nullable('Description; null when none was sent.')

/** What POST /disbursements/bank and /disbursements/mobilemoney answer: a list that holds one record. */
export const payoutsCreated = namedAnswer(
  'PayoutsCreated',
  z
    .array(
      answerRecord('PayoutCreated', 'The payout as it was created.', {
        ...record('CREDIT', createdStatuses),
        customer,
        metadata,
        reason,
        ...noAccount,
      }),
    )
    .length(1)
    .describe('A list with the one payout of the request; the webhook brings its result.'),
)

/** The record in webhook form. */
export const payout = answerRecord('Payout', 'A payout as it is now; metadata is null when it failed.', {
  ...record('CREDIT', statuses),
  customer: customerNow,
  metadata: metadata.nullable(),
  reason,
  ...said,
  ...noAccount,
  instructions: nullable('Null in payouts.'),
})
