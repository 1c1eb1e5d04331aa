import { z } from 'zod'
import { type CurrencyCode, currencyCodes } from '../catalogue/currencies.ts'
import type { JsonObject } from '../domain/json.ts'
import { feeBearers, finalStatuses, statuses } from '../domain/transaction.ts'
import { namedAnswer, type Shown } from './named.ts'

/**
 * The transaction record as the specification allows it (spec 2.1), with the fields that D38 always has: keys beyond
 * these may come, sums may be numbers or text. It stands here and not beside the flows, because the control API shows
 * it too.
 */

const text = (description: string) => z.string().describe(description)
/** Where nothing is to be said: null, or absent under the setting `variance` (spec 2.1). */
const nullable = (description: string) => z.string().nullish().describe(description)

/** A sum in major units of its currency. */
const sum = namedAnswer(
  'Sum',
  z
    .union([z.number().min(0), z.string().regex(/^\d+(?:\.\d+)?$/)])
    .describe(
      'Major units: a number in answers to create calls, a numeric string in webhooks and status queries (D15).',
    ),
)
/** A currency code of spec 2.4. */
export const currencyCode = namedAnswer(
  'CurrencyCode',
  z.enum(currencyCodes as [CurrencyCode, ...CurrencyCode[]]).describe('Currency code.'),
)
const time = z.iso.datetime().describe("ISO 8601, UTC, in the business's sandbox time.")
/** What a number of such an account looks like depends on the flow (D16). */
const holder = {
  accountName: text('Name of the account holder.'),
  accountNumber: text('Number of the account or the mobile money wallet.'),
}
const customer = namedAnswer('Customer', z.looseObject(holder).describe("The customer's or the recipient's account."))
const payoutCustomer = namedAnswer(
  'PayoutCustomer',
  z.looseObject({ ...holder, email: text('Empty when none.') }).describe("The recipient's account."),
)
const virtualAccount = namedAnswer(
  'VirtualAccount',
  z
    .looseObject({
      bank_name: text('Name of the bank.'),
      account_name: text('Name of the account.'),
      account_number: text('The number to pay into.'),
    })
    .describe('The account to pay into.'),
)
const collectionMetadata = namedAnswer(
  'CollectionMetadata',
  z.looseObject({ smsFee: z.number().describe('What the SMS with the OTP cost.') }).describe("The merchant's object."),
)
const merchantMetadata = namedAnswer('Metadata', z.looseObject({}).describe("The merchant's object; empty when none."))
const payoutMetadata = namedAnswer(
  'PayoutMetadata',
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
)

const created = z.enum(['INITIATED', 'PENDING', 'COMPLETED'])
const current = z.enum(statuses)

function record<const Type extends 'DEBIT' | 'CREDIT'>(type: Type, status: typeof created | typeof current) {
  return {
    id: text('Identifier of the transaction.'),
    amount: sum,
    fee: sum,
    currency: currencyCode,
    status: status.describe('INITIATED and PENDING are open, COMPLETED and FAILED final.'),
    channel: z.enum(['MOMO', 'BANK', 'CARD']).describe('MOMO, BANK, or what the request said.'),
    type: z.literal(type).describe('DEBIT for collections, CREDIT for payouts.'),
    network: text('Mobile network code, or bank code.'),
    checkout_url: nullable('Null in all flows.'),
    provider_message: text('What the provider says: Pending, Success, Failed, Expired or nothing.'),
    reference_business: text("The merchant's reference."),
    created_at: time,
    updated_at: time,
  }
}
const said = {
  message: nullable('The result as `code | source | text`; null while open.'),
  telco_response: nullable("The network's words; null while open."),
}
const bearFee = { bear_fee: z.enum(feeBearers).describe('Who bears the fee.') }
const reason = { reason: text('Description.') }
const payoutReason = { reason: nullable('Description; null when none was sent.') }
const noAccount = { virtual_account: virtualAccount.nullish().describe('Null but for virtual accounts.') }
const advice = { instructions: nullable('What the customer can do; only when FAILED.') }

/** What POST /collections/mobilemoney answers. */
export const mobileMoneyCreated = namedAnswer(
  'MobileMoneyCollectionCreated',
  z
    .looseObject({
      ...record('DEBIT', created),
      customer,
      metadata: collectionMetadata,
      ...reason,
      ...said,
      ...bearFee,
      ...noAccount,
    })
    .describe('The collection as it was created; the webhook brings its result.'),
)

/** What POST /collections/virtual-account answers. */
export const virtualAccountCreated = namedAnswer(
  'VirtualAccountCreated',
  z
    .looseObject({
      ...record('DEBIT', created),
      customer,
      metadata: merchantMetadata,
      ...reason,
      ...said,
      reference: text("The merchant's reference."),
      callback_url: nullable('Where the webhook will go; null when nowhere.'),
      api_key: z.enum(['test', 'live']).describe("The key's mode."),
      opening_balance: z.number().describe("The wallet's balance at creation."),
      closing_balance: z.number().describe("The wallet's balance at creation."),
      ...bearFee,
      virtual_account: virtualAccount,
    })
    .describe('The account to show to the customer; the webhook tells when it was paid.'),
)

const payoutCreated = {
  ...record('CREDIT', created),
  customer: payoutCustomer,
  metadata: payoutMetadata,
  ...payoutReason,
  ...noAccount,
}

/** What POST /disbursements/bank and /disbursements/mobilemoney answer: a list that holds one record. */
export const payoutsCreated = namedAnswer(
  'PayoutsCreated',
  z
    .array(namedAnswer('PayoutCreated', z.looseObject(payoutCreated).describe('The payout as it was created.')))
    .length(1)
    .describe('A list with the one payout of the request; the webhook brings its result.'),
)

const mobileMoney = namedAnswer(
  'MobileMoneyCollection',
  z
    .looseObject({
      ...record('DEBIT', current),
      customer,
      metadata: collectionMetadata,
      ...reason,
      ...said,
      ...bearFee,
      ...noAccount,
      ...advice,
    })
    .describe('A mobile money collection as it is now.'),
)
const accountCollection = namedAnswer(
  'VirtualAccountCollection',
  z
    .looseObject({
      ...record('DEBIT', current),
      customer,
      metadata: merchantMetadata,
      ...reason,
      ...said,
      ...bearFee,
      virtual_account: virtualAccount,
      ...advice,
    })
    .describe('A virtual account collection as it is now.'),
)
const payout = namedAnswer(
  'Payout',
  z
    .looseObject({
      ...record('CREDIT', current),
      customer,
      metadata: payoutMetadata.nullable(),
      ...payoutReason,
      ...said,
      ...noAccount,
      instructions: nullable('Null in payouts.'),
    })
    .describe('A payout as it is now; metadata is null when it failed.'),
)

/** The record in the form of status queries and webhooks, of any flow. */
export const transaction = namedAnswer(
  'Transaction',
  z
    .union([mobileMoney, accountCollection, payout])
    .describe('A transaction in the form of webhooks and status queries.'),
)

/** A record in the form of webhooks and status queries. */
export type TransactionRecord = Shown<typeof transaction>

/** A record as a flow made it, key by key; the conformance tests hold those of every flow against the schema. */
export function asRecord(record: JsonObject): TransactionRecord {
  return record as TransactionRecord
}

/** What a webhook carries: the record of a transaction that has its final status. */
export const finalTransaction = namedAnswer(
  'FinalTransaction',
  z
    .intersection(
      transaction,
      namedAnswer('FinalStatus', z.looseObject({ status: z.enum(finalStatuses) }).describe('It is final.')),
    )
    .describe('The record of a transaction that reached its final status.'),
)
