import { type CurrencyCode, currencyCodes, isCurrencyCode } from '../catalogue/currencies.ts'
import { required } from './field-rules.ts'
import type { Field } from './read-fields.ts'

/** Parameters of a query, which are all text; their messages follow the forms of spec 7.3. */

/** A required currency code. */
export function queriedCurrency(name: string): Field<CurrencyCode> {
  return {
    optional: false,
    jsonSchema: { type: 'string', enum: currencyCodes, description: 'Currency code.' },
    rules: [
      required(name),
      { message: `${name} must be a valid currency code`, fails: (value) => !isCurrencyCode(value) },
    ],
  }
}

/** A required decimal above 0, in major units. */
export function queriedAmount(): Field<number> {
  const isNumber = (value: unknown): value is string =>
    typeof value === 'string' && /^-?\d{1,15}(\.\d{1,8})?$/.test(value)
  return {
    optional: false,
    jsonSchema: { type: 'string', pattern: '^[0-9]{1,15}(\\.[0-9]{1,8})?$', description: 'Amount in major units.' },
    rules: [
      required('amount'),
      { message: 'amount must be a valid number', fails: (value) => !isNumber(value) },
      {
        message: 'amount must be greater than 0',
        read: (value) => (isNumber(value) && Number(value) > 0 ? Number(value) : null),
      },
    ],
  }
}
