import { z } from 'zod'
import { answerRecord, keptJson, namedAnswer } from '../../contract/named.ts'
import { statuses } from '../../domain/transaction.ts'
import { advice, bearFee, createdStatuses, customer, noAccount, ofCollection, record } from '../record-schema.ts'

const metadata = namedAnswer(
  'CollectionMetadata',
  keptJson(
    z
      .looseObject({ smsFee: z.number().describe('What the SMS with the OTP cost.') })
      .describe("The merchant's object."),
  ),
)

/** What POST /collections/mobilemoney answers. */
export const mobileMoneyCreated = answerRecord(
  'MobileMoneyCollectionCreated',
  'The collection as it was created; the webhook brings its result.',
  { ...record('DEBIT', createdStatuses), customer, metadata, ...ofCollection, ...bearFee, ...noAccount },
)

/** The same record in webhook form. */
export const mobileMoneyCollection = answerRecord('MobileMoneyCollection', 'A mobile money collection as it is now.', {
  ...record('DEBIT', statuses),
  customer,
  metadata,
  ...ofCollection,
  ...bearFee,
  ...noAccount,
  ...advice,
})
