import type { CurrencyCode } from '../../catalogue/currencies.ts'
import { toMinor } from '../../domain/money.ts'
import type { Flow } from '../../domain/transaction.ts'
import type { Body } from '../read/calls.ts'
import type { Vote } from './fact.ts'

/** Returns between which percents the fee of a record was taken: it is rounded to the minor unit (D21). */
export function feeVote(flow: Flow, { amount, fee }: Body, currency: CurrencyCode | null): Vote | null {
  const sum = currency === null ? null : toMinor(Number(amount), currency)
  const taken = currency === null ? null : toMinor(Number(fee), currency)
  if (sum === null || taken === null || sum <= 0) return null
  return { setting: 'fees', flow, least: ((taken - 0.5) / sum) * 100, most: ((taken + 0.5) / sum) * 100 }
}

/**
 * Returns the percent between two, or null if it can be several: services take fees in twentieths of a percent, else in
 * hundredths, else in finer parts.
 */
export function onlyPercent(least: number, most: number): number | null {
  for (const parts of [20, 100, 1000, 10_000]) {
    const first = Math.ceil(Math.max(0, least) * parts - 1e-9)
    if (first / parts < most && first / parts <= 100) return (first + 1) / parts < most ? null : first / parts
  }
  return null
}
