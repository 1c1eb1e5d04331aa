import type { JsonObject } from '../domain/json.ts'
import { toMajor } from '../domain/money.ts'
import type { Settings } from '../domain/settings.ts'
import type { Transaction } from '../domain/transaction.ts'
import { type Form, momentOf, shownAmount, shownMessage, shownTime } from './wire-form.ts'

/** The record of a payout, keys in the order of D38; `accountNumber` as the flow shows it in this form (D16). */
export function payoutRecord(
  transaction: Transaction,
  settings: Settings,
  { form, accountNumber }: { readonly form: Form; readonly accountNumber: string },
): JsonObject {
  const { result, status, updatedAt } = momentOf(transaction, form)
  const isCreate = form === 'create'
  const customer = { accountName: transaction.customer.accountName, accountNumber }
  return {
    id: transaction.id,
    amount: shownAmount(transaction.amountMinor, transaction, form, settings),
    fee: shownAmount(transaction.feeMinor, transaction, form, settings),
    currency: transaction.currency,
    status,
    channel: transaction.channel,
    type: 'CREDIT',
    customer: isCreate ? { ...customer, email: '' } : customer, // spec 2.2
    metadata: isCreate ? transaction.metadata : metadataOf(transaction, status),
    reason: transaction.reason,
    network: transaction.network,
    checkout_url: null,
    provider_message: result?.providerMessage ?? '', // D20
    ...(isCreate ? {} : { message: shownMessage(result), telco_response: null }),
    reference_business: transaction.reference,
    virtual_account: null,
    ...(isCreate ? {} : { instructions: null }),
    created_at: shownTime(transaction.createdAt),
    updated_at: shownTime(updatedAt),
  }
}

/** D23: a completed payout tells its rate, a failed one has no metadata. */
function metadataOf(transaction: Transaction, status: Transaction['status']): JsonObject | null {
  const { metadata, conversion, amountMinor, currency } = transaction
  if (status === 'FAILED') return null
  if (status !== 'COMPLETED') return metadata
  const amount = toMajor(amountMinor, currency)
  const { rate, rateAmount } = conversion ?? { rate: 1, rateAmount: amount }
  return { ...metadata, rate, rate_amount: rateAmount, transactionAmount: amount }
}
