import { z } from 'zod'
import { currencies } from '../catalogue/currencies.ts'
import { currencyCode } from '../contract/currency-code.ts'
import { answerRecord, namedAnswer } from '../contract/named.ts'
import { toDecimalString, toMajor } from '../domain/money.ts'
import { localForm } from '../domain/phone.ts'
import { actAtOnce } from '../domain/plan.ts'
import type { Settings } from '../domain/settings.ts'
import {
  channels,
  feeBearers,
  isMobileMoney,
  isPayout,
  type Status,
  statuses,
  type Transaction,
} from '../domain/transaction.ts'

/**
 * A transaction as it is at one moment, in one of the two wire forms (D38): the create call's form shows numbers and what
 * the merchant asked for, the final form numeric strings and the result.
 */
export interface Moment {
  readonly form: 'create' | 'final'
  readonly transaction: Transaction
  readonly settings: Settings
  readonly status: Status
  readonly result: Transaction['result']
  readonly updatedAt: number
}

export interface RecordForm<Schema extends z.ZodType> {
  readonly schema: Schema
  readonly present: (moment: Moment) => z.output<Schema>
}

/** A field of a record: its schema, and its value at a moment; undefined if it is absent then. */
export interface RecordField<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema
  readonly show: (moment: Moment) => z.output<Schema>
}

/** Makes the form of a record from its fields: schema and values have the keys in this order. */
export function recordForm<Key extends string, Fields extends Readonly<Record<Key, RecordField>>>(
  id: string,
  description: string,
  keys: readonly Key[],
  fields: Fields,
) {
  const shape = Object.fromEntries(keys.map((key) => [key, fields[key].schema]))
  const schema = answerRecord(id, description, shape as { readonly [K in Key]: Fields[K]['schema'] })
  const shown = keys.map((key) => ({ key, show: fields[key].show }))
  const present = (moment: Moment): z.output<typeof schema> => {
    const record: Record<string, unknown> = {}
    for (const { key, show } of shown) {
      const value = show(moment)
      if (value !== undefined) record[key] = value
    }
    return record as z.output<typeof schema>
  }
  return { schema, present }
}

/** The record as it was at creation. One that was answered COMPLETED has its result (D20, D33). */
export function asCreated(transaction: Transaction, settings: Settings): Moment {
  const { plan, createdAt: updatedAt } = transaction
  const act = plan.reply.status === 'COMPLETED' ? actAtOnce(plan) : null
  const result = act?.act === 'settle' ? worded(act.result, settings) : null
  return { form: 'create', transaction, settings, status: plan.reply.status, result, updatedAt }
}

export function asNow(transaction: Transaction, settings: Settings): Moment {
  const { status, updatedAt } = transaction
  return { form: 'final', transaction, settings, status, result: worded(transaction.result, settings), updatedAt }
}

/** A result in the words that the settings have for it. */
function worded(result: Transaction['result'], { results }: Settings): Transaction['result'] {
  const words = result === null ? undefined : results[result.name]
  return result === null || words === undefined ? result : { ...result, ...given(words) }
}

function given<T extends object>(words: T): { [Name in keyof T]: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(words).filter(([, value]) => value !== undefined)) as never
}

export function recordField<Schema extends z.ZodType>(
  schema: Schema,
  show: (moment: Moment) => z.output<Schema>,
): RecordField<Schema> {
  return { schema, show }
}

export function textField(description: string, show: (moment: Moment) => string) {
  return recordField(z.string().describe(description), show)
}
/** A field without a value is null, or absent under the setting `variance` (spec 2.1). */
export function nullableField(description: string, show: (moment: Moment) => string | null | undefined) {
  return recordField(z.string().nullish().describe(description), show)
}

const sum = namedAnswer(
  'Sum',
  z
    .union([z.number().min(0), z.string().regex(/^\d+(?:\.\d+)?$/)])
    .describe(
      'Major units: a number in answers to create calls, a numeric string in webhooks and status queries. The specification shows both forms; which stands where was seen in public client code (D15).',
    ),
)
/** The form of the number depends on the flow (D16). */
export const holder = {
  accountName: z.string().describe('Name of the account holder.'),
  accountNumber: z.string().describe('Number of the account or the mobile money wallet.'),
}
const customer = answerRecord('Customer', "The customer's or the recipient's account.", holder)
export const account = answerRecord('VirtualAccount', 'The account to pay into.', {
  bank_name: z.string().describe('Name of the bank.'),
  account_name: z.string().describe('Name of the account.'),
  account_number: z.string().describe('The number to pay into.'),
})
const time = z.iso.datetime().describe("ISO 8601, UTC, in the business's sandbox time.")

/** The fields that mean the same in every flow (spec 2.1): keys beyond the record's may come. */
export const recordFields = {
  id: textField('Identifier of the transaction.', ({ transaction }) => transaction.id),
  amount: recordField(sum, (moment) => shownSum(moment.transaction.amountMinor, moment)),
  fee: recordField(sum, (moment) => shownSum(moment.transaction.feeMinor, moment)),
  currency: recordField(currencyCode, ({ transaction }) => transaction.currency),
  status: recordField(
    z.enum(statuses).describe('INITIATED and PENDING are open, COMPLETED and FAILED final.'),
    ({ status }) => status,
  ),
  channel: recordField(
    z.enum(channels).describe('MOMO, BANK, or what the request said.'),
    ({ transaction }) => transaction.channel,
  ),
  customer: recordField(customer, shownCustomer),
  reason: textField('Description; empty when none was sent.', ({ transaction }) => transaction.reason),
  network: textField('Mobile network code, or bank code.', ({ transaction }) => transaction.network),
  checkout_url: nullableField('Null in all flows.', () => null),
  /** Until there is a result, collections are Pending and payouts are empty (D20). */
  provider_message: textField(
    'What the provider says: Pending, Success, Failed, Expired or nothing.',
    ({ result, transaction }) => result?.providerMessage ?? (isPayout(transaction.flow) ? '' : 'Pending'),
  ),
  message: nullableField('The result as `code | source | text`; null while open.', ({ result }) => {
    return result && `${result.code} | ${result.source} | ${result.text}`
  }),
  telco_response: nullableField("The network's words; null while open.", ({ result }) => result?.telcoResponse ?? null),
  reference_business: textField("The merchant's reference.", ({ transaction }) => transaction.reference),
  bear_fee: recordField(z.enum(feeBearers).describe('Who bears the fee.'), ({ transaction }) => transaction.bearFee),
  virtual_account: recordField(account.nullish().describe('Null but for virtual accounts.'), () => null),
  created_at: recordField(time, ({ transaction }) => new Date(transaction.createdAt).toISOString()),
  updated_at: recordField(time, ({ updatedAt }) => new Date(updatedAt).toISOString()),
}

/**
 * Mobile numbers in international digits in create responses, in local form in webhooks and status queries, unless a
 * setting says otherwise; others as they were sent (D16).
 */
export function shownCustomer({ form, transaction: { flow, customer }, settings: { customerNumbers } }: Moment) {
  const { accountName, accountNumber } = customer
  const isLocal =
    customerNumbers === 'local' ||
    (customerNumbers === 'as-shown' && form === 'final') ||
    (customerNumbers === 'swapped' && form === 'create')
  return isMobileMoney(flow) && isLocal ? { accountName, accountNumber: localForm(accountNumber) } : customer
}
/** The type of a record: collections are debits, payouts credits (spec 2.1). */
export const debit = recordField(z.literal('DEBIT').describe('A collection.'), () => 'DEBIT' as const)
export const credit = recordField(z.literal('CREDIT').describe('A payout.'), () => 'CREDIT' as const)
/** The answer of create calls other than mobile money collections (spec 3, note 1; D33). */
export const initiated = recordField(
  z.literal('INITIATED').describe('The webhook brings the final status.'),
  () => 'INITIATED' as const,
)

/** A number in create responses, a numeric string in webhooks and status queries, unless a setting says otherwise (D15). */
function shownSum(minor: number, { form, transaction: { currency }, settings: { amounts, amountPlaces } }: Moment) {
  const isText =
    amounts === 'string' || (amounts === 'as-shown' && form === 'final') || (amounts === 'swapped' && form === 'create')
  if (!isText) return toMajor(minor, currency)
  return amountPlaces === 'full'
    ? toMajor(minor, currency).toFixed(currencies[currency].decimals)
    : toDecimalString(minor, currency)
}
