import type { Json, JsonObject } from '../domain/json.ts'
import type { Settings } from '../domain/settings.ts'
import type { Transaction } from '../domain/transaction.ts'
import { type Form, momentOf, shownAmount, shownMessage, shownTime } from './wire-form.ts'

/** What differs from one kind of collection to another. */
export interface CollectionParts {
  readonly form: Form
  readonly accountNumber: string
  readonly telcoResponse: string | null
  /** Keys that stand between reference_business and bear_fee. */
  readonly merchantSide?: JsonObject
  readonly virtualAccount: JsonObject | null
  /** What a customer can do whose payment failed (D24). */
  readonly instructions: string
}

/**
 * The record of a collection, keys in the order of D38. The create call's form is the record as it was created, whatever
 * its story has done since; `instructions` stand only in the form of a failed one.
 */
export function collectionRecord(transaction: Transaction, settings: Settings, parts: CollectionParts): JsonObject {
  const { form, merchantSide, virtualAccount, instructions } = parts
  const isFinal = form === 'final'
  const { result, status, updatedAt } = momentOf(transaction, form)
  const amount = (minor: number) => shownAmount(minor, transaction, form, settings)
  const created = shownTime(transaction.createdAt)
  const record: Record<string, Json> = {
    id: transaction.id,
    amount: amount(transaction.amountMinor),
    fee: amount(transaction.feeMinor),
    currency: transaction.currency,
    status,
    channel: transaction.channel,
    type: 'DEBIT',
    customer: { accountName: transaction.customer.accountName, accountNumber: parts.accountNumber },
    metadata: transaction.metadata,
    reason: transaction.reason,
    network: transaction.network,
    checkout_url: null,
    provider_message: result?.providerMessage ?? 'Pending', // D20
    message: shownMessage(result),
    telco_response: isFinal ? parts.telcoResponse : null,
    reference_business: transaction.reference,
  }
  // Set one by one: keys that stand after a spread are slow on this hot path (measured).
  if (merchantSide) Object.assign(record, merchantSide)
  record.bear_fee = transaction.bearFee
  record.virtual_account = virtualAccount
  if (isFinal && status === 'FAILED') record.instructions = instructions
  record.created_at = created
  record.updated_at = updatedAt === transaction.createdAt ? created : shownTime(updatedAt)
  return record
}
