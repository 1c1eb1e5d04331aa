import type { z } from 'zod'
import { bodyOf } from '../../contract/body.ts'
import {
  amount,
  callbackURL,
  channel,
  currency,
  email,
  filledText,
  label,
  metadata,
  mobileNumber,
  optionalName,
  optionalText,
  paylinkId,
  reference,
} from '../../contract/common-fields.ts'
import { underSettings } from '../../contract/read-request.ts'
import type { JsonObject } from '../../domain/json.ts'
import { extrasOf, type Intent } from '../../domain/transaction.ts'
import { admitCollection } from '../admission.ts'
import { collectionBody } from '../collection-body.ts'
import type { CreateRequest } from '../define-create.ts'

/** The body of POST /collections/mobilemoney (spec 4.1). */
export const mobileMoneyRequest = underSettings((settings) =>
  bodyOf({
    amount: amount(),
    currency: currency(),
    network: filledText('network', 'Network code, for example MTN, VOD, ATM, ORANGE, MPS_KE.'),
    accountName: label('accountName', 'Name on the mobile money account.'),
    accountNumber: mobileNumber("Customer's", settings),
    reason: filledText('reason', 'Description.'),
    reference: reference(),
    callbackURL: callbackURL(),
    metadata: metadata(),
    paylinkId: paylinkId(),
    channel: channel(),
    merchantName: optionalName('merchant name', 'Merchant display name.'),
    email: email(),
    failureCallbackURL: optionalText('failureCallbackURL', 'Kept, with no visible effect (D40).'),
  }),
)

export function toRequest(body: z.output<typeof mobileMoneyRequest>): CreateRequest {
  const { amount: askedMinor, reference, currency, network, reason, accountName, accountNumber } = body
  const intent: Intent = {
    flow: 'mobile-money',
    reference,
    currency,
    askedMinor,
    channel: body.channel ?? 'MOMO',
    network,
    reason,
    customer: { accountName, accountNumber },
    metadata: body.metadata === undefined ? { smsFee: 0 } : withSmsFee(body.metadata),
    callbackUrl: body.callbackURL ?? null,
    extras: extrasOf(body),
    conversion: null,
  }
  return { intent, admit: admitCollection }
}

/** The body of a create call for the same intent. `smsFee` is added by the service, so it is dropped (D23). */
export function toBody(intent: Intent): JsonObject {
  const { smsFee: _, ...metadata } = intent.metadata
  const { channel } = intent
  return { ...collectionBody({ ...intent, metadata }), ...(channel === 'MOMO' ? {} : { channel }) }
}

/** The service's key comes after the merchant's keys, and overrides a merchant's key of the same name (D23, D38). */
function withSmsFee({ smsFee: _, ...metadata }: JsonObject): JsonObject {
  return { ...metadata, smsFee: 0 }
}
