import { toDecimalString, toMajor } from '../domain/money.ts'
import type { Settings } from '../domain/settings.ts'
import type { Status, Transaction } from '../domain/transaction.ts'

/**
 * A record in one of its two wire forms (D38), as it is at one moment: the create call's form shows numbers and what
 * the merchant asked for, the final form numeric strings and the result.
 */
export interface Moment<S extends Status = Status> {
  readonly form: 'create' | 'final'
  readonly status: S
  readonly result: Transaction['result']
  readonly updatedAt: number
}

/** As it was created, whatever its scenario has done since (D33). */
export function asCreated({ plan, createdAt }: Transaction): Moment<'INITIATED' | 'PENDING' | 'COMPLETED'> {
  return { form: 'create', status: plan.reply.status, result: null, updatedAt: createdAt }
}

/** As it is now. */
export function asNow({ status, result, updatedAt }: Transaction): Moment {
  return { form: 'final', status, result, updatedAt }
}

/** What differs between flows in the beginning of a record. */
interface HeadParts<S extends Status, Type, Customer, Metadata, Reason> {
  readonly moment: Moment<S>
  readonly type: Type
  readonly customer: Customer
  readonly metadata: Metadata
  readonly reason: Reason
  /** What the provider says while there is no result (D20). */
  readonly openMessage: string
}

/** The keys that every record begins with, in the order of D38. */
export function recordHead<S extends Status, Type, Customer, Metadata, Reason>(
  transaction: Transaction,
  settings: Settings,
  { moment, type, customer, metadata, reason, openMessage }: HeadParts<S, Type, Customer, Metadata, Reason>,
) {
  return {
    id: transaction.id,
    amount: shownAmount(transaction.amountMinor, transaction, moment, settings),
    fee: shownAmount(transaction.feeMinor, transaction, moment, settings),
    currency: transaction.currency,
    status: moment.status,
    channel: transaction.channel,
    type,
    customer,
    metadata,
    reason,
    network: transaction.network,
    checkout_url: null,
    provider_message: moment.result?.providerMessage ?? openMessage,
  }
}

/** The keys that every record ends with (D19). */
export function recordTimes({ createdAt }: Transaction, { updatedAt }: Moment) {
  const created = new Date(createdAt).toISOString()
  return { created_at: created, updated_at: updatedAt === createdAt ? created : new Date(updatedAt).toISOString() }
}

/** The `message` of a webhook: `code | source | text`, null while there is no result (spec 6.3). */
export function shownMessage({ result }: Moment): string | null {
  return result && `${result.code} | ${result.source} | ${result.text}`
}

/** A number in create responses, a numeric string in webhooks and status queries, unless a setting says one form (D15). */
function shownAmount(minor: number, { currency }: Transaction, { form }: Moment, { amounts }: Settings) {
  const kind = amounts === 'as-shown' ? (form === 'final' ? 'string' : 'number') : amounts
  return kind === 'number' ? toMajor(minor, currency) : toDecimalString(minor, currency)
}
