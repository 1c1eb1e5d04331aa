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
import { normalisePhone } from '../../domain/phone.ts'
import type { Conversion, CurrencyCode, Intent } from '../../domain/transaction.ts'
import { destinationOf, firstOf } from '../first-recipient.ts'

const recipient = {
  amount: amount(),
  currency: recipientCurrency(),
  network: filledText('network', 'Network code, for example MTN, VOD, ATM, ORANGE, MPS_KE.'),
  accountName: label('accountName', 'Name on the mobile money account.'),
  accountNumber: mobileNumber("Recipient's"),
  destination: destination(),
  channel: channel(),
}
const afterRecipients = {
  reference: reference(),
  reason: optional(filledText('reason', 'Description.')),
  callbackURL: callbackURL(),
}

/** The body of POST /disbursements/mobilemoney (D28). */
export const mobileMoneyPayoutRequest = bodyOf({ recipients: recipients(recipient), ...afterRecipients })

/** The same under the setting `strictTestAccounts`: a recipient may come without accountNumber (D10). */
export const strictMobileMoneyPayoutRequest = bodyOf({
  recipients: recipients({ ...recipient, accountNumber: optional(recipient.accountNumber) }),
  ...afterRecipients,
})

/** A checked body of either form. */
export type MobileMoneyPayoutBody = z.output<typeof strictMobileMoneyPayoutRequest>

/**
 * What a checked body asks for its first recipient, converted where `destinationOf` names a currency: the number in
 * international digits (D16), empty when left out.
 */
export function toIntent(body: MobileMoneyPayoutBody, conversion: Conversion | null): Intent {
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
    customer: { accountName, accountNumber: accountNumber === undefined ? '' : digitsOf(accountNumber, currency) },
    metadata: { smsFee: 0, currency_source: currency, currency_destination: destinationOf(body) },
    callbackUrl: body.callbackURL ?? null,
    extras: {},
    conversion,
  }
}

function digitsOf(accountNumber: string, currency: CurrencyCode): string {
  const phone = normalisePhone(accountNumber, currency)
  if (phone === null) throw new Error('The field rules let a phone number pass that is none')
  return phone.international
}
