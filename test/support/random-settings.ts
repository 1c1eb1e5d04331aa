import fc from 'fast-check'

const percent = fc.integer({ min: 1, max: 900 }).map((hundredths) => hundredths / 100)
/** Further from the defaults than the noise of a recording. */
const seconds = (min: number, max: number) => fc.integer({ min, max }).map((count) => `${count}s`)
const defaults = { 'mobile-money': 1.5, 'virtual-account': 1, 'bank-payout': 1 }

/** Values that differ from the defaults, of the settings that the calls of `varied` show, by their paths. */
const choices: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  createdStatus: fc.constant(201),
  amounts: fc.constantFrom('number', 'string', 'swapped'),
  customerNumbers: fc.constantFrom('international', 'local', 'swapped'),
  validationShape: fc.constant('list'),
  bearFee: fc.constant('business'),
  'fees.mobile-money': percent.filter((one) => one !== defaults['mobile-money']),
  'fees.virtual-account': percent.filter((one) => one !== defaults['virtual-account']),
  'fees.bank-payout': percent.filter((one) => one !== defaults['bank-payout']),
  signatureHeader: fc.constantFrom('x-signature', 'x-shop-hmac', 'signature'),
  networkMismatch: fc.constantFrom('ignore', 'reject'),
  accountLifetime: fc.integer({ min: 2, max: 20 }).map((minutes) => `${minutes}m`),
  smsOtp: fc.constantFrom(['MTN'], ['VOD'], ['MTN', 'VOD']),
  rates: fc.constant('per-source'),
  retry: fc.tuple(seconds(8, 24), seconds(40, 59)).map((two) => [...two, '2m', '10m', '1h']),
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

/** The settings as a config file has them: `fees.mobile-money` is in `fees`. */
export function nested(settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const [path, value] of Object.entries(settings)) {
    const [name = '', part] = path.split('.')
    found[name] = part === undefined ? value : { ...(found[name] as object), [part]: value }
  }
  return found
}
