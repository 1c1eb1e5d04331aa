import type { z } from 'zod'
import { currencyCodes } from '../../catalogue/currencies.ts'
import { bodyOf, objectList } from '../../contract/body.ts'
import { amount, callbackURL, channel, currency, filledText, reference } from '../../contract/common-fields.ts'
import { field, type Rule } from '../../contract/field.ts'
import { oneOf, required, stringType } from '../../contract/field-rules.ts'
import { type ReadingSettings, underSettings } from '../../contract/read-request.ts'
import type { JsonObject } from '../../domain/json.ts'
import { isObject } from '../../domain/json.ts'
import { toMajor } from '../../domain/money.ts'
import { convert, type Rates } from '../../domain/rates.ts'
import type { Channel, CurrencyCode, Flow, Intent } from '../../domain/transaction.ts'

export interface PayoutFields {
  readonly sender: { readonly senderName?: z.ZodType<string> }
  readonly network: { readonly bank?: z.ZodType<string>; readonly network?: z.ZodType<string> }
  readonly accountName: z.ZodType<string>
  readonly accountNumber: (settings: ReadingSettings) => z.ZodType<string>
}

/** The body of a payout (spec 4.4, D28); under `strictTestAccounts` a recipient may come without accountNumber (D10). */
export function payoutRequest({ sender, network, accountName, accountNumber }: PayoutFields) {
  return underSettings((settings) => {
    const number = accountNumber(settings)
    const recipient = bodyOf({
      amount: amount(),
      currency: currency(`currency must be one of: ${currencyCodes.join(', ')}`),
      ...network,
      accountName,
      accountNumber: settings.strictTestAccounts ? number.optional() : number,
      destination: field<CurrencyCode>('Destination currency of a cross-currency payout.', [
        stringType('destination'),
        oneOf(currencyCodes, 'destination must be a valid currency code'),
      ]).optional(),
      channel: channel(),
    })
    return bodyOf({
      ...sender,
      recipients: objectList('Exactly one recipient is supported per request.', recipientsRules, recipient),
      reference: reference(),
      reason: filledText('reason', 'Description.').optional(),
      callbackURL: callbackURL(),
    })
  })
}

// D6: an absent list and a value that is not a list break the last rule too; an empty list has no element that could.
const recipientsRules: readonly Rule[] = [
  required('recipients'),
  { message: 'recipients must be a valid array', passes: Array.isArray, jsonSchema: { type: 'array' } },
  {
    message: 'recipients cannot be empty',
    passes: (value) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    jsonSchema: { minItems: 1 },
  },
  {
    message: 'each recipient must be a valid recipient object',
    passes: (value) => Array.isArray(value) && value.every(isObject),
  },
]

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
