import { z } from 'zod'
import { type CurrencyCode, currencies, currencyCodes } from '../catalogue/currencies.ts'
import { maxMinor, toMajor, toMinor } from './money.ts'
import { maxBalanceMinor } from './wallet.ts'

/** Checks balances by currency, in major units: no more decimals than the currency has, no more than a wallet holds (D12). */
export function checkSums(sums: Partial<Record<CurrencyCode, number>>, context: z.RefinementCtx): void {
  for (const currency of currencyCodes) {
    const message = sumProblem(sums[currency], currency, maxBalanceMinor)
    if (message !== null) context.addIssue({ code: 'custom', path: [currency], message })
  }
}

/** In major units of the currency. */
export const limit = z
  .strictObject({ min: z.number().min(0).optional(), max: z.number().min(0).optional() })
  .refine(({ min = 0, max = Number.POSITIVE_INFINITY }) => min <= max, { error: 'has a min above its max' })

/** Checks limits by currency, in major units: no more decimals than the currency has, no more than an amount can be (D12). */
export function checkLimits(
  limits: Partial<Record<CurrencyCode, z.output<typeof limit>>>,
  context: z.RefinementCtx,
): void {
  for (const currency of currencyCodes) {
    for (const end of ['min', 'max'] as const) {
      const message = sumProblem(limits[currency]?.[end], currency, maxMinor)
      if (message !== null) context.addIssue({ code: 'custom', path: [currency, end], message })
    }
  }
}

function sumProblem(sum: number | undefined, currency: CurrencyCode, mostMinor: number): string | null {
  if (sum === undefined) return null
  const minor = toMinor(sum, currency)
  if (minor === null)
    return `is finer than the minor unit of ${currency}; write at most ${currencies[currency].decimals} decimal places`
  return minor > mostMinor ? `is too large; write at most ${toMajor(mostMinor, currency)}` : null
}
