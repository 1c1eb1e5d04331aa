import type { z } from 'zod'
import { amount, callbackURL, channel, filledText, label, optional, reference } from '../../contract/fields.ts'
import { bank, destination, recipientCurrency, recipients, senderName } from '../../contract/payout-fields.ts'
import { bodyOf } from '../../contract/rules.ts'
import { toMinor } from '../../domain/money.ts'
import type { Conversion, Intent } from '../../domain/transaction.ts'
import { destinationOf, firstOf } from '../first-recipient.ts'

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
