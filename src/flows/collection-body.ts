import type { JsonObject } from '../domain/json.ts'
import { toMajor } from '../domain/money.ts'
import type { Intent } from '../domain/transaction.ts'

/** The body of a create call that asks for this collection: the way back of its `toRequest`, to make the call again. */
export function collectionBody(intent: Intent): JsonObject {
  const { askedMinor, currency, network, customer, reason, reference, callbackUrl, metadata, extras } = intent
  return {
    amount: toMajor(askedMinor, currency),
    currency,
    network,
    accountName: customer.accountName,
    accountNumber: customer.accountNumber,
    reason,
    reference,
    ...(callbackUrl === null ? {} : { callbackURL: callbackUrl }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    ...extras,
  }
}
