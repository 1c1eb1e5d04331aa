import { z } from 'zod'
import { type CurrencyCode, currencyCodes } from '../catalogue/currencies.ts'
import { namedAnswer } from './named.ts'

/** A currency code of spec 2.4, as answers show it. */
export const currencyCode = namedAnswer(
  'CurrencyCode',
  z.enum(currencyCodes as [CurrencyCode, ...CurrencyCode[]]).describe('Currency code.'),
)
