import { z } from 'zod'
import { promptFailures } from '../../catalogue/results.ts'
import { keptJson, namedAnswer } from '../../contract/named.ts'
import type { Status } from '../../domain/transaction.ts'
import { keyOrder } from '../key-order.ts'
import { debit, nullableField, recordField, recordFields, recordForm } from '../record.ts'

const createdStatus: z.ZodType<Status> = z
  .enum(['INITIATED', 'PENDING', 'COMPLETED'])
  .describe('INITIATED and PENDING are open, COMPLETED is final (spec 3, note 1).')

const metadata = recordField(
  namedAnswer(
    'CollectionMetadata',
    keptJson(
      z
        .looseObject({ smsFee: z.number().describe('What the SMS with the OTP cost.') })
        .describe("The merchant's object."),
    ),
  ),
  ({ transaction }) => transaction.metadata,
)

/** For a customer who may have missed the prompt. A customer who typed an OTP was waiting for it (D24). */
const instructions = nullableField(
  'How to find the prompt, if the customer can have missed it; only when FAILED.',
  ({ status, result, transaction }) => {
    if (status !== 'FAILED') return undefined
    const isPromptMissed = transaction.plan.otp === null && promptFailures.includes(result?.name ?? '')
    return isPromptMissed ? howToFindThePrompt : null
  },
)
const howToFindThePrompt =
  "If no prompt appeared on your phone, open your network's mobile money menu, choose My Approvals, and approve the pending payment with your PIN."

const fields = { ...recordFields, type: debit, metadata, instructions }

export const mobileMoneyCreated = recordForm(
  'MobileMoneyCollectionCreated',
  'The collection as it was created; the webhook brings its result.',
  keyOrder.mobileMoneyCreated,
  { ...fields, status: recordField(createdStatus, ({ status }) => status) },
)

export const mobileMoneyCollection = recordForm(
  'MobileMoneyCollection',
  'A mobile money collection as it is now.',
  keyOrder.collection,
  fields,
)
