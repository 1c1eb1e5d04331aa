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
import { namedRequest } from '../../contract/named.ts'
import { underSettings } from '../../contract/read-request.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { Intent } from '../../domain/transaction.ts'
import { admitCollection } from '../admission.ts'
import { collectionBody, collectionIntent } from '../collection.ts'
import { defineCreate } from '../define-create.ts'
import { mobileMoneyCollection, mobileMoneyCreated } from './record.ts'
import { submitOtp } from './submit-otp.ts'

const request = underSettings((settings) =>
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

/** Debits a customer's mobile money wallet (spec 4.1). */
export const collectMobileMoney = defineCreate({
  flow: 'mobile-money',
  name: 'collectMobileMoney',
  summary: 'Initiate a mobile money debit',
  body: namedRequest('MobileMoneyCollectionRequest', request),
  created: mobileMoneyCreated,
  final: mobileMoneyCollection,
  toRequest: (body) => {
    const metadata = body.metadata === undefined ? { smsFee: 0 } : withSmsFee(body.metadata)
    const own = { flow: 'mobile-money', channel: body.channel ?? 'MOMO', metadata } as const
    return { intent: collectionIntent(body, own), admit: admitCollection }
  },
  toBody,
  further: [submitOtp],
})

/** The service's key comes after the merchant's keys, and overrides a merchant's key of the same name (D23, D38). */
function withSmsFee({ smsFee: _, ...metadata }: JsonObject): JsonObject {
  return { ...metadata, smsFee: 0 }
}

/** `smsFee` is added by the service, so it is dropped (D23). */
function toBody(intent: Intent): JsonObject {
  const { smsFee: _, ...metadata } = intent.metadata
  const { channel } = intent
  return { ...collectionBody({ ...intent, metadata }), ...(channel === 'MOMO' ? {} : { channel }) }
}
