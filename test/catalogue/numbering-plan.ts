import metadata from 'libphonenumber-js/max/metadata'
import { type CountryCode, countries } from '../../src/catalogue/countries.ts'

export const countryCodes = Object.keys(countries) as readonly CountryCode[]

export interface NumberingPlan {
  readonly callingCode: string
  readonly trunkPrefix: string
  /** A regular expression of the mobile numbers, without calling code and trunk prefix. */
  readonly mobilePattern: string
  readonly mobileDigits: readonly number[]
}

/** Reads a country's row; the indexes are those of libphonenumber-js's packed format. */
export function numberingPlanOf(country: CountryCode): NumberingPlan {
  const row = metadata.countries[country]
  if (row === undefined) throw new Error(`libphonenumber does not know ${country}`)
  const [pattern, digits] = row[11][1]
  return { callingCode: row[0], trunkPrefix: row[5] || '', mobilePattern: pattern, mobileDigits: digits ?? row[3] }
}
