import type { z } from 'zod'
import { bodyOf } from '../../contract/body.ts'
import { amount, callbackURL, channel, filledText, reference } from '../../contract/common-fields.ts'
import { type ReadingSettings, underSettings } from '../../contract/read-request.ts'
import type { JsonObject } from '../../domain/json.ts'
import { toMajor } from '../../domain/money.ts'
import { convert, type Rates } from '../../domain/rates.ts'
import type { Channel, Flow, Intent } from '../../domain/transaction.ts'
import { destination, recipientCurrency, recipients } from './fields.ts'

export interface PayoutFields {
  readonly sender: { readonly senderName?: z.ZodType<string> }
  /** The recipient's bank or network. */
  readonly network: { readonly bank?: z.ZodType<string>; readonly network?: z.ZodType<string> }
  readonly accountName: z.ZodType<string>
  readonly accountNumber: (settings: ReadingSettings) => z.ZodType<string>
}

/** The body of a payout (spec 4.4, D28); under `strictTestAccounts` a recipient may come without accountNumber (D10). */
export function payoutRequest({ sender, network, accountName, accountNumber }: PayoutFields) {
  return underSettings((settings) => {
    const number = accountNumber(settings)
    return bodyOf({
      ...sender,
      recipients: recipients(
        bodyOf({
          amount: amount(),
          currency: recipientCurrency(),
          ...network,
          accountName,
          accountNumber: settings.strictTestAccounts ? number.optional() : number,
          destination: destination(),
          channel: channel(),
        }),
      ),
      reference: reference(),
      reason: filledText('reason', 'Description.').optional(),
      callbackURL: callbackURL(),
    })
  })
}

type PayoutBody = z.output<ReturnType<typeof payoutRequest>>

/**
 * What a checked body asks for its first recipient: a second one is refused by a business rule (D10). An account
 * number that was left out is empty.
 */
export function toIntent(
  flow: Flow,
  { senderName, recipients: [first], reference, reason, callbackURL }: PayoutBody,
  usualChannel: Channel,
  rates: Rates,
): Intent {
  const { amount: askedMinor, currency, accountName, accountNumber = '', channel = usualChannel } = first
  const network = first.bank ?? first.network ?? ''
  const destination = first.destination ?? null
  return {
    flow,
    reference,
    currency,
    askedMinor,
    channel,
    network,
    reason: reason ?? '',
    customer: { accountName, accountNumber },
    metadata: {
      smsFee: 0,
      ...(senderName === undefined ? {} : { sender_name: senderName }),
      currency_source: currency,
      currency_destination: destination,
    },
    callbackUrl: callbackURL ?? null,
    extras: {},
    conversion: convert(rates, { amount: toMajor(askedMinor, currency), currency }, destination),
  }
}

/** The body of a create call for the same intent; `bankOrNetwork` is the recipient's key for the network. */
export function toBody(intent: Intent, bankOrNetwork: string, usualChannel: Channel): JsonObject {
  const { askedMinor, currency, network, customer, channel, reference, reason, callbackUrl, metadata } = intent
  const { sender_name: senderName, currency_destination: destination = null } = metadata
  const { accountName, accountNumber } = customer
  const recipient = {
    amount: toMajor(askedMinor, currency),
    currency,
    [bankOrNetwork]: network,
    accountName,
    ...(accountNumber === '' ? {} : { accountNumber }),
    ...(destination === null ? {} : { destination }),
    ...(channel === usualChannel ? {} : { channel }),
  }
  return {
    ...(senderName === undefined ? {} : { senderName }),
    recipients: [recipient],
    reference,
    ...(reason === '' ? {} : { reason }),
    ...(callbackUrl === null ? {} : { callbackURL: callbackUrl }),
  }
}
