import type { z } from 'zod'
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
} from '../../contract/fields.ts'
import { bodyOf } from '../../contract/rules.ts'
import { toMinor } from '../../domain/money.ts'
import { type HomeCountries, normalisePhone } from '../../domain/phone.ts'
import type { Intent } from '../../domain/transaction.ts'
import { extrasOf } from '../extras.ts'

const beforeNumber = {
  amount: amount(),
  currency: currency(),
  network: filledText('network', 'Network code, for example MTN, VOD, ATM, ORANGE, MPS_KE.'),
  accountName: label('accountName', 'Name on the mobile money account.'),
}
const afterNumber = {
  reason: filledText('reason', 'Description.'),
  reference: reference(),
  callbackURL: callbackURL(),
  metadata: metadata(),
  paylinkId: paylinkId(),
  channel: channel(),
  merchantName: optionalName('merchant name', 'Merchant display name.'),
  email: email(),
  failureCallbackURL: optionalText('failureCallbackURL', 'Kept, with no visible effect (D40).'),
}

/** The body of POST /collections/mobilemoney (spec 4.1); a number in local form is of the country that `homes` names. */
export const mobileMoneyRequest = (homes: HomeCountries = {}) =>
  bodyOf({ ...beforeNumber, accountNumber: mobileNumber("Customer's", homes), ...afterNumber })

/** What a checked body asks for: the number in international digits (D16), the amount in minor units. */
export function toIntent(body: z.output<ReturnType<typeof mobileMoneyRequest>>, homes: HomeCountries): Intent {
  const { reference, currency, network, reason, accountName } = body
  const askedMinor = toMinor(body.amount, currency)
  const phone = normalisePhone(body.accountNumber, currency, homes)
  if (askedMinor === null || phone === null)
    throw new Error('The field rules let an amount or a phone number pass that is none')
  return {
    flow: 'mobile-money',
    reference,
    currency,
    askedMinor,
    channel: body.channel ?? 'MOMO',
    network,
    reason,
    customer: { accountName, accountNumber: phone.international },
    metadata: body.metadata === undefined ? { smsFee: 0 } : { ...body.metadata, smsFee: 0 },
    callbackUrl: body.callbackURL ?? null,
    extras: extrasOf(body),
    conversion: null,
  }
}
