import { InvalidArgumentError } from 'commander'

/** Reads the value of a --port option: 0 to 65535. */
export function portNumber(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
    throw new InvalidArgumentError('It is not a port: write a number from 0 to 65535.')
  }
  return Number(text)
}
