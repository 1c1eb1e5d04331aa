import type { z } from 'zod'
import { type CurrencyCode, currencyCodes } from '../catalogue/currencies.ts'
import { field } from './field.ts'
import { oneOf, required } from './field-rules.ts'

/** Parameters of a query, which are all text; their messages follow the forms of spec 7.3. */

export function queriedCurrency(name: string): z.ZodType<CurrencyCode> {
  return field('Currency code.', [required(name), oneOf(currencyCodes, `${name} must be a valid currency code`)])
}

/** A required decimal above 0, in major units. */
export function queriedAmount(): z.ZodType<string> {
  const isNumber = (value: unknown) => typeof value === 'string' && /^-?\d{1,15}(\.\d{1,8})?$/.test(value)
  const jsonSchema = { type: 'string', pattern: '^[0-9]{1,15}(\\.[0-9]{1,8})?$' }
  return field('Amount in major units.', [
    required('amount'),
    { message: 'amount must be a valid number', passes: isNumber, jsonSchema },
    { message: 'amount must be greater than 0', passes: (value) => isNumber(value) && Number(value) > 0 },
  ])
}
