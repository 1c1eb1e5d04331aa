import { z } from 'zod'
import { answerRecord, keptJson, namedAnswer } from '../../contract/named.ts'
import { statuses } from '../../domain/transaction.ts'
import {
  advice,
  bearFee,
  createdStatuses,
  customer,
  nullable,
  ofCollection,
  record,
  text,
  virtualAccount,
} from '../record-schema.ts'

const metadata = namedAnswer(
  'Metadata',
  keptJson(z.looseObject({}).describe("The merchant's object; empty when none.")),
)

/** What POST /collections/virtual-account answers. */
export const virtualAccountCreated = answerRecord(
  'VirtualAccountCreated',
  'The account to show to the customer; the webhook says when it was paid.',
  {
    ...record('DEBIT', createdStatuses),
    customer,
    metadata,
    ...ofCollection,
    reference: text("The merchant's reference."),
    callback_url: nullable('Where the webhook will go; null when nowhere.'),
    api_key: z.enum(['test', 'live']).describe("The key's mode."),
    opening_balance: z.number().describe("The wallet's balance at creation."),
    closing_balance: z.number().describe("The wallet's balance at creation."),
    ...bearFee,
    ...virtualAccount,
  },
)

/** The same record in webhook form. */
export const virtualAccountCollection = answerRecord(
  'VirtualAccountCollection',
  'A virtual account collection as it is now.',
  {
    ...record('DEBIT', statuses),
    customer,
    metadata,
    ...ofCollection,
    ...bearFee,
    ...virtualAccount,
    ...advice,
  },
)
