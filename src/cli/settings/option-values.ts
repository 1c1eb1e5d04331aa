import { InvalidArgumentError } from 'commander'
import { type CurrencyCode, currencyCodes } from '../../catalogue/currencies.ts'
import { durationProblem, parseDuration } from '../../domain/duration.ts'
import { optionName } from '../client/next-command.ts'
import { UsageError } from '../exit.ts'

export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}

export function numberLike(form: RegExp, wrong: string, most = Number.POSITIVE_INFINITY): (text: string) => number {
  return (text) => {
    if (form.test(text) && Number(text) <= most) return Number(text)
    throw new InvalidArgumentError(wrong)
  }
}

export const wholeNumber = numberLike(/^\d+$/, 'It is not a whole number.')

export const portNumber = numberLike(/^\d{1,5}$/, 'It is not a port: write a number from 0 to 65535.', 65_535)

/** Reads an amount in major units, above 0 unless `least` says otherwise; `name` is the argument or the option. */
export function majorAmount(name: string, text: string, least = Number.MIN_VALUE): number {
  if (/^\d{1,15}(?:\.\d{1,8})?$/.test(text) && Number(text) >= least) return Number(text)
  throw new UsageError(`${name}: ${text} is not an amount: write major units such as 5000.50`)
}

/** Returns the given name if it is one of these; `wrong` words the error if it is not. */
export function oneOfNames<T extends string>(names: readonly T[], given: string, wrong: string): T {
  const found = names.find((name) => name === given)
  if (found !== undefined) return found
  throw new UsageError(`${wrong}; write one of ${names.join(', ')}`)
}

export function currencyNamed(given: string): CurrencyCode {
  return oneOfNames(currencyCodes, given.toUpperCase(), `${optionName('currency')}: ${given} is not a currency`)
}

/** The milliseconds of an option's duration. */
export function durationOf(option: string, text: string): number {
  const problem = durationProblem(text)
  if (problem !== null) throw new UsageError(`${option} ${text}: ${problem}`)
  return parseDuration(text)
}
