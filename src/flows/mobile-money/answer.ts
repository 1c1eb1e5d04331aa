import { z } from 'zod'
import { keptJson, namedAnswer } from '../../contract/named.ts'
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
export const mobileMoneyCreated = namedAnswer(
  'MobileMoneyCollectionCreated',
  z
    .looseObject({ ...record('DEBIT', createdStatuses), customer, metadata, ...ofCollection, ...bearFee, ...noAccount })
    .describe('The collection as it was created; the webhook brings its result.'),
)

/** The same record in webhook form. */
export const mobileMoneyCollection = namedAnswer(
  'MobileMoneyCollection',
  z
    .looseObject({
      ...record('DEBIT', statuses),
      customer,
      metadata,
      ...ofCollection,
      ...bearFee,
      ...noAccount,
      ...advice,
    })
    .describe('A mobile money collection as it is now.'),
)
