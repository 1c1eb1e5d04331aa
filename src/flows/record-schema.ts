import { z } from 'zod'
import { currencyCode } from '../contract/currency-code.ts'
import { answerRecord, namedAnswer } from '../contract/named.ts'
import { channels, feeBearers, type Status } from '../domain/transaction.ts'

/**
 * What the records of all flows have in common, as the specification allows it (spec 2.1), with the fields that D38
 * always has: keys beyond these may come, sums may be numbers or text. Each flow's answer.ts makes its records of these.
 */

/** A text that is always there. */
export const text = (description: string) => z.string().describe(description)
/** Where nothing is to be said: null, or absent under the setting `variance` (spec 2.1). */
export const nullable = (description: string) => z.string().nullish().describe(description)

/** A sum in major units of its currency. */
const sum = namedAnswer(
  'Sum',
  z
    .union([z.number().min(0), z.string().regex(/^\d+(?:\.\d+)?$/)])
    .describe(
      'Major units: a number in answers to create calls, a numeric string in webhooks and status queries (D15).',
    ),
)
const time = z.iso.datetime().describe("ISO 8601, UTC, in the business's sandbox time.")

/** What a number of such an account looks like depends on the flow (D16). */
export const holder = {
  accountName: text('Name of the account holder.'),
  accountNumber: text('Number of the account or the mobile money wallet.'),
}
export const customer = answerRecord('Customer', "The customer's or the recipient's account.", holder)
const account = answerRecord('VirtualAccount', 'The account to pay into.', {
  bank_name: text('Name of the bank.'),
  account_name: text('Name of the account.'),
  account_number: text('The number to pay into.'),
})

/** What a create call can answer. */
export const createdStatuses = ['INITIATED', 'PENDING', 'COMPLETED'] as const

/** The fields of every record. */
export function record<const Type extends 'DEBIT' | 'CREDIT', S extends Status>(type: Type, statuses: readonly S[]) {
  return {
    id: text('Identifier of the transaction.'),
    amount: sum,
    fee: sum,
    currency: currencyCode,
    status: z.enum(statuses).describe('INITIATED and PENDING are open, COMPLETED and FAILED final.'),
    channel: z.enum(channels).describe('MOMO, BANK, or what the request said.'),
    type: z.literal(type).describe('DEBIT for collections, CREDIT for payouts.'),
    network: text('Mobile network code, or bank code.'),
    checkout_url: nullable('Null in all flows.'),
    provider_message: text('What the provider says: Pending, Success, Failed, Expired or nothing.'),
    reference_business: text("The merchant's reference."),
    created_at: time,
    updated_at: time,
  }
}

/** What the result says. */
export const said = {
  message: nullable('The result as `code | source | text`; null while open.'),
  telco_response: nullable("The network's words; null while open."),
}
/** What the records of collections have beside it. */
export const ofCollection = { reason: text('Description.'), ...said }
export const bearFee = {
  bear_fee: z.enum(feeBearers).describe('Who bears the fee.'),
}
export const noAccount = { virtual_account: account.nullish().describe('Null but for virtual accounts.') }
export const virtualAccount = { virtual_account: account }
export const advice = { instructions: nullable('What the customer can do; only when FAILED.') }
