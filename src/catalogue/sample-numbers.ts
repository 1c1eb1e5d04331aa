import { type CountryCode, countries } from './countries.ts'
import { countriesOf, isCurrencyCode } from './currencies.ts'
import { codesOf, countryNamedBy, type Network, networks } from './networks.ts'

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

/**
 * A mobile number in its two forms, of the currency and the network that some request bodies name, the first body first. Ghanaian
 * if they name no currency that has phones.
 */
export function sampleNumberFor(bodies: readonly unknown[]): {
  readonly local: string
  readonly international: string
} {
  const texts = bodies.flatMap(textsIn)
  const [homes = []] = texts.filter(isCurrencyCode).map(countriesOf)
  const named = texts.map(countryNamedBy).find((country) => country !== undefined && homes.includes(country))
  const country = named ?? homes[0] ?? 'GH'
  const own = networks.filter((network) => network.country === country)
  const network = own.find((one) => codesOf(one).some((code) => texts.includes(code))) ?? own[0]
  const { callingCode, trunkPrefix } = countries[country]
  const international = sampleNumber(country, network).slice(1)
  return { local: trunkPrefix + international.slice(callingCode.length), international }
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
