import { type CurrencyCode, currencyCodes } from '../catalogue/currencies.ts'
import { field, oneOf, required } from './field-rules.ts'
import type { Field } from './read-fields.ts'

/** Parameters of a query, which are all text; their messages follow the forms of spec 7.3. */

/** A required currency code. */
export function queriedCurrency(name: string): Field<CurrencyCode> {
  return field('Currency code.', [required(name), oneOf(currencyCodes, `${name} must be a valid currency code`)])
}

/** A required decimal above 0, in major units. */
export function queriedAmount(): Field<number> {
  const isNumber = (value: unknown): value is string =>
    typeof value === 'string' && /^-?\d{1,15}(\.\d{1,8})?$/.test(value)
  const jsonSchema = { type: 'string', pattern: '^[0-9]{1,15}(\\.[0-9]{1,8})?$' }
  return field('Amount in major units.', [
    required('amount'),
    { message: 'amount must be a valid number', fails: (value) => !isNumber(value), jsonSchema },
    {
      message: 'amount must be greater than 0',
      read: (value) => (isNumber(value) && Number(value) > 0 ? Number(value) : null),
    },
  ])
}
