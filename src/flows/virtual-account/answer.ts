import { z } from 'zod'
import { keptJson, namedAnswer } from '../../contract/named.ts'
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
export const virtualAccountCreated = namedAnswer(
  'VirtualAccountCreated',
  z
    .looseObject({
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
    })
    .describe('The account to show to the customer; the webhook says when it was paid.'),
)

/** The same record in webhook form. */
export const virtualAccountCollection = namedAnswer(
  'VirtualAccountCollection',
  z
    .looseObject({
      ...record('DEBIT', statuses),
      customer,
      metadata,
      ...ofCollection,
      ...bearFee,
      ...virtualAccount,
      ...advice,
    })
    .describe('A virtual account collection as it is now.'),
)
