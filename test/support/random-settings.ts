import fc from 'fast-check'
import { currencyCodes } from '../../src/catalogue/currencies.ts'
import { networks } from '../../src/catalogue/networks.ts'
import { placeholder } from '../../src/recordings/compare/plain-settings.ts'

/** Currencies that the calls of `varied` do not need. */
const spare = currencyCodes.filter((code) => !['GHS', 'NGN', 'XOF', 'USD'].includes(code))

/** Values that differ from the defaults, of the plain settings, by their paths; the calls of `varied` show each. */
const choices: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  createdStatus: fc.constant(201),
  amounts: fc.constantFrom('number', 'string', 'swapped'),
  amountPlaces: fc.constant('full'),
  customerNumbers: fc.constantFrom('international', 'local', 'swapped'),
  validationShape: fc.constant('list'),
  bearFee: fc.constant('business'),
  signatureHeader: fc.constantFrom('x-signature', 'x-shop-hmac', 'signature'),
  webhookSecret: fc.constant(placeholder),
  timeout: fc.integer({ min: 2, max: 7 }).map((seconds) => `${seconds}s`),
  accountLifetime: fc.integer({ min: 2, max: 20 }).map((minutes) => `${minutes}m`),
  // What `hold` holds is in no recording.
  partialPayments: fc.constant('fail'),
  lateTransfers: fc.constant('accept'),
  smsOtp: fc.constantFrom(['MTN'], ['VOD'], ['MTN', 'VOD']),
  networkMismatch: fc.constantFrom('ignore', 'reject'),
  strictTestAccounts: fc.constant(true),
  currencies: fc
    .subarray(spare, { minLength: 1 })
    .map((without) => currencyCodes.filter((code) => !without.includes(code))),
  networks: fc.constant([...new Set(networks.map(({ code }) => code))].filter((code) => code !== 'ATM')),
  'homeCountries.XOF': fc.constantFrom('ML', 'NE', 'TG'),
  'results.provider_busy': fc.constantFrom(
    { text: 'Try again' },
    { telcoResponse: 'Busy' },
    { text: 'No', source: 'Bank' },
  ),
}

/** A few settings with values of their own, by their paths. */
export const randomSettings: fc.Arbitrary<Readonly<Record<string, unknown>>> = fc
  .subarray(Object.keys(choices))
  .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, choices[name] ?? fc.constant(null)]))))
  .filter((settings) => {
    const hidesPlaces = settings.amounts === 'number' && 'amountPlaces' in settings
    const hidesCountry = settings.customerNumbers === 'local' && 'homeCountries.XOF' in settings
    return !hidesPlaces && !hidesCountry
  })

/** The settings as a config file has them: `fees.mobile-money` is in `fees`. */
export function nested(settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const [path, value] of Object.entries(settings)) {
    const [name = '', part] = path.split('.')
    found[name] = part === undefined ? value : { ...(found[name] as object), [part]: value }
  }
  return found
}
