import { type CurrencyCode, currencyCodes } from '../../catalogue/currencies.ts'
import { currency } from '../../contract/common-fields.ts'
import { field, minLength, oneOf, plainType, required, stringType } from '../../contract/field-rules.ts'
import { type BodyOf, type Field, type Fields, isAbsent, isObject, jsonSchemaOf } from '../../contract/read-fields.ts'

/** The list of recipients: its own rules first, then those of a recipient, each message once over all of them (D6, D7). */
export function recipients<F extends Fields>(fields: F): Field<readonly [BodyOf<F>, ...BodyOf<F>[]]> {
  const elements = Object.entries(fields)
  // D6: absent and no list at all fail the last rule too; an empty list has no element that could.
  const list = field<readonly [BodyOf<F>, ...BodyOf<F>[]]>('Exactly one recipient is supported per request.', [
    required('recipients'),
    {
      message: 'recipients must be a valid array',
      fails: (value) => !Array.isArray(value),
      jsonSchema: { type: 'array' },
    },
    {
      message: 'recipients cannot be empty',
      fails: (value) => isAbsent(value) || (Array.isArray(value) && value.length === 0),
      jsonSchema: { minItems: 1 },
    },
    {
      message: 'each recipient must be a valid recipient object',
      fails: (value) => !Array.isArray(value) || !value.every(isObject),
      jsonSchema: { items: jsonSchemaOf(elements) },
    },
  ])
  return { ...list, elements }
}

/** The sender's name that the transaction shows (D7, D11). */
export function senderName(): Field<string> {
  const spoken = 'sender name'
  return field('Sender name shown on the transaction.', [required(spoken), plainType(spoken), minLength(spoken)])
}

/** A recipient's source currency; the message for an unknown code lists all (D7). */
export function recipientCurrency(): Field<CurrencyCode> {
  return currency(`currency must be one of: ${currencyCodes.join(', ')}`)
}

/** A recipient's bank code (D7): the bank of this network. */
export function bank(): Field<string> {
  const code = 'Bank code: letters in Ghana, digits in Nigeria.'
  return { ...field(code, [required('bank'), stringType('bank'), minLength('bank')]), sentAs: ['bank'] }
}

/** The currency that a cross-currency payout arrives in (D7). */
export function destination(): Field<CurrencyCode | undefined> {
  return field('Destination currency of a cross-currency payout.', [
    stringType('destination'),
    oneOf(currencyCodes, 'destination must be a valid currency code'),
  ])
}
