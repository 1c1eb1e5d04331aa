import type { z } from 'zod'
import { type CurrencyCode, currencyCodes } from '../../catalogue/currencies.ts'
import { listOf } from '../../contract/body.ts'
import { currency } from '../../contract/common-fields.ts'
import { field, isObject, type Rule } from '../../contract/field.ts'
import { minLength, oneOf, plainType, required, stringType } from '../../contract/field-rules.ts'

/** The list of recipients: its own rules first, then those of a recipient (D6, D7). */
export function recipients<Recipient extends z.ZodObject>(recipient: Recipient) {
  const description = 'Exactly one recipient is supported per request.'
  // D6: an absent list and a value that is no list break the last rule too; an empty list has no element that could.
  const rules: Rule[] = [
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
  return listOf(description, rules, recipient)
}

/** The sender's name that the transaction shows (D7, D11). */
export function senderName(): z.ZodType<string> {
  const spoken = 'sender name'
  return field('Sender name shown on the transaction.', [required(spoken), plainType(spoken), minLength(spoken)])
}

/** A recipient's source currency; the message for an unknown code lists all (D7). */
export function recipientCurrency(): z.ZodType<CurrencyCode> {
  return currency(`currency must be one of: ${currencyCodes.join(', ')}`)
}

/** A recipient's bank code (D7): the bank of this network. */
export function bank(): z.ZodType<string> {
  const code = 'Bank code: letters in Ghana, digits in Nigeria.'
  return field(code, [required('bank'), stringType('bank'), minLength('bank')])
}

/** The currency that a cross-currency payout arrives in (D7). */
export function destination() {
  return field<CurrencyCode>('Destination currency of a cross-currency payout.', [
    stringType('destination'),
    oneOf(currencyCodes, 'destination must be a valid currency code'),
  ]).optional()
}
