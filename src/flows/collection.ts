import type { JsonObject } from '../domain/json.ts'
import { toMajor } from '../domain/money.ts'
import type { Extras, Intent } from '../domain/transaction.ts'

type CollectionFields = Pick<Intent, 'reference' | 'currency' | 'network' | 'reason'> &
  Intent['customer'] & { readonly [Name in keyof Extras]?: string | undefined } & {
    /** In minor units. */
    readonly amount: number
    readonly callbackURL?: string | undefined
  }

export function collectionIntent(
  body: CollectionFields,
  { flow, channel, metadata }: Pick<Intent, 'flow' | 'channel' | 'metadata'>,
): Intent {
  const { amount: askedMinor, reference, currency, network, reason, accountName, accountNumber, callbackURL } = body
  const { paylinkId, merchantName, email, failureCallbackURL } = body
  return {
    flow,
    reference,
    currency,
    askedMinor,
    channel,
    network,
    reason,
    customer: { accountName, accountNumber },
    metadata,
    callbackUrl: callbackURL ?? null,
    extras: {
      ...(paylinkId === undefined ? {} : { paylinkId }),
      ...(merchantName === undefined ? {} : { merchantName }),
      ...(email === undefined ? {} : { email }),
      ...(failureCallbackURL === undefined ? {} : { failureCallbackURL }),
    },
    conversion: null,
  }
}

/** The body of a create call for the same collection: the inverse of `collectionIntent`. */
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
