import { type CurrencyCode, currencyCodes, isCurrencyCode } from '../../catalogue/currencies.ts'
import { currency } from '../../contract/common-fields.ts'
import { minLength, plainType, required, stringType } from '../../contract/field-rules.ts'
import { type BodyOf, type Field, type Fields, isAbsent, isObject, jsonSchemaOf } from '../../contract/read-fields.ts'

/** The list of recipients: its own rules first, then those of a recipient, each message once over all of them (D6, D7). */
export function recipients<F extends Fields>(fields: F): Field<readonly [BodyOf<F>, ...BodyOf<F>[]]> {
  const elements = Object.entries(fields)
  return {
    optional: false,
    elements,
    jsonSchema: {
      type: 'array',
      minItems: 1,
      items: jsonSchemaOf(elements),
      description: 'Exactly one recipient is supported per request.',
    },
    // D6: absent and no list at all fail the last rule too; an empty list has no element that could.
    rules: [
      required('recipients'),
      { message: 'recipients must be a valid array', fails: (value) => !Array.isArray(value) },
      {
        message: 'recipients cannot be empty',
        fails: (value) => isAbsent(value) || (Array.isArray(value) && value.length === 0),
      },
      {
        message: 'each recipient must be a valid recipient object',
        fails: (value) => !Array.isArray(value) || !value.every(isObject),
      },
    ],
  }
}

/** The sender's name that the transaction shows (D7, D11). */
export function senderName(): Field<string> {
  return {
    optional: false,
    jsonSchema: { type: 'string', minLength: 1, description: 'Sender name shown on the transaction.' },
    rules: [required('sender name'), plainType('sender name'), minLength('sender name')],
  }
}

/** A recipient's source currency; the message for an unknown code lists all (D7). */
export function recipientCurrency(): Field<CurrencyCode> {
  return currency(`currency must be one of: ${currencyCodes.join(', ')}`)
}

/** A recipient's bank code (D7): the bank of this network. */
export function bank(): Field<string> {
  return {
    optional: false,
    sentAs: ['bank'],
    jsonSchema: { type: 'string', minLength: 1, description: 'Bank code: letters in Ghana, digits in Nigeria.' },
    rules: [required('bank'), stringType('bank'), minLength('bank')],
  }
}

/** The currency that a cross-currency payout arrives in (D7). */
export function destination(): Field<CurrencyCode | undefined> {
  return {
    optional: true,
    jsonSchema: {
      type: 'string',
      enum: currencyCodes,
      description: 'Destination currency of a cross-currency payout.',
    },
    rules: [
      stringType('destination'),
      { message: 'destination must be a valid currency code', fails: (value) => !isCurrencyCode(value) },
    ],
  }
}
