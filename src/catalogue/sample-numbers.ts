import { type CountryCode, countries } from './countries.ts'
import type { Network } from './networks.ts'

/**
 * A mobile number of a country in international form, with a plus, that its numbering plan holds and no scenario matches; of
 * a network where one is given. The sample of ready-made calls.
 */
export function sampleNumber(country: CountryCode, network?: Pick<Network, 'prefixes'>): string {
  const { callingCode, mobileDigits, mobile } = countries[country]
  const beginnings = network?.prefixes ?? allBeginnings
  const numbers = beginnings.map((beginning) => beginning + filling.slice(0, mobileDigits - beginning.length))
  const found = numbers.find((number) => mobile.test(number))
  if (found === undefined) throw new Error(`No number of ${country} begins with any of ${beginnings.join(', ')}`)
  return `+${callingCode}${found}`
}

const filling = '1234567123'
const allBeginnings = Array.from({ length: 1000 }, (_, beginning) => String(beginning).padStart(3, '0'))
