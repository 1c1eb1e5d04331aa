import { InvalidArgumentError } from 'commander'
import { UsageError } from '../exit.ts'

/** An option that can be given several times: its values so far, and this one. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}

/** Reads a whole number from 0 on. */
export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It is not a whole number.')
  return Number(text)
}

/** Reads the value of a --port option: 0 to 65535. */
export function portNumber(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
    throw new InvalidArgumentError('It is not a port: write a number from 0 to 65535.')
  }
  return Number(text)
}

/** Reads an amount in major units. */
export function majorAmount(text: string): number {
  if (/^\d{1,15}(?:\.\d{1,8})?$/.test(text) && Number(text) > 0) return Number(text)
  throw new UsageError(`amount: ${text} is not an amount: write major units such as 5000.50`)
}
