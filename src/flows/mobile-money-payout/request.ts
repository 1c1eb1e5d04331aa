import type { z } from 'zod'
import {
  amount,
  callbackURL,
  channel,
  filledText,
  label,
  mobileNumber,
  optional,
  reference,
} from '../../contract/fields.ts'
import { destination, recipientCurrency, recipients } from '../../contract/payout-fields.ts'
import { bodyOf } from '../../contract/rules.ts'
import { toMinor } from '../../domain/money.ts'
import { type HomeCountries, normalisePhone } from '../../domain/phone.ts'
import type { Settings } from '../../domain/settings.ts'
import type { Conversion, CurrencyCode, Intent } from '../../domain/transaction.ts'
import { destinationOf, firstOf } from '../first-recipient.ts'

const beforeNumber = {
  amount: amount(),
  currency: recipientCurrency(),
  network: filledText('network', 'Network code, for example MTN, VOD, ATM, ORANGE, MPS_KE.'),
  accountName: label('accountName', 'Name on the mobile money account.'),
}
const afterNumber = {
  destination: destination(),
  channel: channel(),
}
const afterRecipients = {
  reference: reference(),
  reason: optional(filledText('reason', 'Description.')),
  callbackURL: callbackURL(),
}

/**
 * The body of POST /disbursements/mobilemoney (D28) by the settings of the business: a number in local form is of the
 * country that `homeCountries` names, and under `strictTestAccounts` a recipient may come without one (D10).
 */
export function mobileMoneyPayoutRequest({ homeCountries, strictTestAccounts }: Partial<Settings> = {}) {
  const accountNumber = mobileNumber("Recipient's", homeCountries ?? {})
  const given = { recipients: recipients({ ...beforeNumber, accountNumber, ...afterNumber }), ...afterRecipients }
  const left = { ...beforeNumber, accountNumber: optional(accountNumber), ...afterNumber }
  return strictTestAccounts ? bodyOf({ ...given, recipients: recipients(left) }) : bodyOf(given)
}

/** A checked body of either form. */
export type MobileMoneyPayoutBody = z.output<ReturnType<typeof mobileMoneyPayoutRequest>>

/**
 * What a checked body asks for its first recipient, converted where `destinationOf` names a currency: the number in
 * international digits (D16), empty when left out.
 */
export function toIntent(body: MobileMoneyPayoutBody, conversion: Conversion | null, homes: HomeCountries): Intent {
  const { amount, currency, network, accountName, accountNumber, channel = 'MOMO' } = firstOf(body)
  const askedMinor = toMinor(amount, currency)
  if (askedMinor === null) throw new Error('The field rules let an amount pass that is none')
  return {
    flow: 'mobile-money-payout',
    reference: body.reference,
    currency,
    askedMinor,
    channel,
    network,
    reason: body.reason ?? null,
    customer: {
      accountName,
      accountNumber: accountNumber === undefined ? '' : digitsOf(accountNumber, currency, homes),
    },
    metadata: { smsFee: 0, currency_source: currency, currency_destination: destinationOf(body) },
    callbackUrl: body.callbackURL ?? null,
    extras: {},
    conversion,
  }
}

function digitsOf(accountNumber: string, currency: CurrencyCode, homes: HomeCountries): string {
  const phone = normalisePhone(accountNumber, currency, homes)
  if (phone === null) throw new Error('The field rules let a phone number pass that is none')
  return phone.international
}
