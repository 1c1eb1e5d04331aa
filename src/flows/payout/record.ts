import { z } from 'zod'
import { currencyCode } from '../../contract/currency-code.ts'
import { answerRecord, keptJson, namedAnswer } from '../../contract/named.ts'
import type { JsonObject } from '../../domain/json.ts'
import { toMajor } from '../../domain/money.ts'
import type { Transaction } from '../../domain/transaction.ts'
import { keyOrder } from '../key-order.ts'
import {
  credit,
  holder,
  initiated,
  nullableField,
  type RecordForm,
  recordField,
  recordFields,
  recordForm,
  shownCustomer,
} from '../record.ts'

const customer = recordField(
  answerRecord('PayoutCustomer', "The recipient's account.", {
    ...holder,
    email: z.string().optional().describe('Bank payouts only; empty when none.'),
  }),
  // Spec 2.2: in the answer to a bank payout and nowhere else; no request has one to show.
  (moment) =>
    moment.transaction.flow === 'bank-payout' ? { ...shownCustomer(moment), email: '' } : shownCustomer(moment),
)
const metadata = namedAnswer(
  'PayoutMetadata',
  keptJson(
    z
      .looseObject({
        smsFee: z.number(),
        transactionAmount: z.number().optional().describe('Once completed: what was sent.'),
        sender_name: z.string().optional().describe('Bank payouts only.'),
        currency_source: currencyCode,
        currency_destination: currencyCode.nullable().describe('Null when the request names none.'),
        rate: z.number().optional().describe('Once completed.'),
        rate_amount: z.number().optional().describe('Once completed: what arrived.'),
      })
      .describe('What the service notes of a payout.'),
  ),
)

const fields = {
  ...recordFields,
  type: credit,
  metadata: recordField(metadata, ({ transaction }) => transaction.metadata),
}

const payoutCreated = recordForm('PayoutCreated', 'The payout as it was created.', keyOrder.payoutCreated, {
  ...fields,
  customer,
  status: initiated,
})

export const payoutsCreated: RecordForm<z.ZodType<readonly z.output<typeof payoutCreated.schema>[]>> = {
  schema: namedAnswer(
    'PayoutsCreated',
    z
      .array(payoutCreated.schema)
      .length(1)
      .describe('A list with the one payout of the request; the webhook brings its result.'),
  ),
  present: (moment) => [payoutCreated.present(moment)],
}

export const payout = recordForm('Payout', 'A payout as it is now; metadata is null when it failed.', keyOrder.payout, {
  ...fields,
  customer: recordFields.customer,
  metadata: recordField(metadata.nullable(), ({ transaction }) => metadataNow(transaction)),
  instructions: nullableField('Null in payouts.', () => null),
})

/** A completed payout shows its rate, a failed one has no metadata; keys in the order of spec 2.3 (D23). */
function metadataNow({ status, metadata, conversion, amountMinor, currency }: Transaction): JsonObject | null {
  if (status === 'FAILED') return null
  if (status !== 'COMPLETED') return metadata
  const transactionAmount = toMajor(amountMinor, currency)
  const { rate, rateAmount } = conversion ?? { rate: 1, rateAmount: transactionAmount }
  const { smsFee = 0, ...others } = metadata
  return { smsFee, transactionAmount, ...others, rate, rate_amount: rateAmount }
}
