import type { CurrencyCode } from '../catalogue/currencies.ts'
import { toMinor } from '../domain/money.ts'
import type { Flow } from '../domain/transaction.ts'
import type { Vote } from './fact.ts'
import type { Body } from './reading/calls.ts'

/** Returns between which percents the fee of a record was taken: it is rounded to the minor unit (D21). */
export function feeVote(flow: Flow, { amount, fee }: Body, currency: CurrencyCode | null): Vote | null {
  const sum = currency === null ? null : toMinor(Number(amount), currency)
  const taken = currency === null ? null : toMinor(Number(fee), currency)
  if (sum === null || taken === null || sum <= 0) return null
  return { setting: 'fees', flow, least: ((taken - 0.5) / sum) * 100, most: ((taken + 0.5) / sum) * 100 }
}

/** Returns the percent with the fewest places between two, or null if there is none. */
export function plainPercent(least: number, most: number): number | null {
  for (let places = 0; places <= 6; places++) {
    const scale = 10 ** places
    const percent = Math.ceil(Math.max(0, least) * scale - 1e-9) / scale
    if (percent < most && percent <= 100) return percent
  }
  return null
}
