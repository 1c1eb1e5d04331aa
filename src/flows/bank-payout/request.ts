import type { z } from 'zod'
import { amount, callbackURL, channel, filledText, label, optional, reference } from '../../contract/fields.ts'
import { bank, destination, recipientCurrency, recipients, senderName } from '../../contract/payout-fields.ts'
import { bodyOf } from '../../contract/rules.ts'
import { toMinor } from '../../domain/money.ts'
import type { Conversion, CurrencyCode, Intent } from '../../domain/transaction.ts'

const recipient = {
  amount: amount(),
  currency: recipientCurrency(),
  bank: bank(),
  accountName: label('accountName', 'Account holder name.'),
  accountNumber: label('accountNumber', "Recipient's bank account number."),
  destination: destination(),
  channel: channel(),
}
const afterRecipients = {
  reference: reference(),
  reason: optional(filledText('reason', 'Description.')),
  callbackURL: callbackURL(),
}

/** The body of POST /disbursements/bank (spec 4.4). */
export const bankPayoutRequest = bodyOf({
  senderName: senderName(),
  recipients: recipients(recipient),
  ...afterRecipients,
})

/** The same under the setting `strictTestAccounts`: a recipient may come without accountNumber (D10). */
export const strictBankPayoutRequest = bodyOf({
  senderName: senderName(),
  recipients: recipients({ ...recipient, accountNumber: optional(recipient.accountNumber) }),
  ...afterRecipients,
})

/** A checked body of either form. */
export type BankPayoutBody = z.output<typeof strictBankPayoutRequest>

/**
 * What a checked body asks for its first recipient, converted where `destinationOf` names a currency; an account number
 * that was left out is empty.
 */
export function toIntent(body: BankPayoutBody, conversion: Conversion | null): Intent {
  const { amount, currency, bank, accountName, accountNumber = '', channel = 'BANK' } = firstOf(body)
  const askedMinor = toMinor(amount, currency)
  if (askedMinor === null) throw new Error('The field rules let an amount pass that is none')
  return {
    flow: 'bank-payout',
    reference: body.reference,
    currency,
    askedMinor,
    channel,
    network: bank,
    reason: body.reason ?? null,
    customer: { accountName, accountNumber },
    metadata: {
      smsFee: 0,
      sender_name: body.senderName,
      currency_source: currency,
      currency_destination: destinationOf(body),
    },
    callbackUrl: body.callbackURL ?? null,
    extras: {},
    conversion,
  }
}

/** The currency the first recipient's money arrives in; null when it is the one it left in (D38). */
export function destinationOf(body: BankPayoutBody): CurrencyCode | null {
  const { currency, destination = currency } = firstOf(body)
  return destination === currency ? null : destination
}

function firstOf({ recipients: [first] }: BankPayoutBody) {
  if (!first) throw new Error('The field rules let a payout without recipients pass')
  return first
}
