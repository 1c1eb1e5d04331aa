import { type CountryCode, countries, countryCodes } from '../../catalogue/countries.ts'
import { type CurrencyCode, countriesOf, currencyCodes } from '../../catalogue/currencies.ts'
import { codesOf, networkOf, networks } from '../../catalogue/networks.ts'
import { sampleNumber } from '../../catalogue/sample-numbers.ts'
import { normalisePhone } from '../../domain/phone.ts'
import { plainDigits, plainNumber } from '../../domain/plain-number.ts'
import { wallMs } from '../../time.ts'
import type { ClientFlags } from '../client/client-options.ts'
import { optionName } from '../client/next-command.ts'
import { UsageError } from '../exit.ts'
import { currencyNamed, majorAmount, oneOf } from '../settings/option-values.ts'

type Option =
  | 'amount'
  | 'currency'
  | 'country'
  | 'number'
  | 'network'
  | 'name'
  | 'reference'
  | 'scenario'
  | 'callbackUrl'
export type CreateFlags = ClientFlags & { readonly [option in Option]?: string } & {
  readonly wait?: boolean
}

export interface SampleCall {
  readonly path: string
  readonly reference: string
  readonly body: Readonly<Record<string, unknown>>
}

export const sampleFlows = {
  collect: {
    'mobile-money': { path: '/collections/mobilemoney', currency: 'GHS', amount: 10.5, number: null },
    'virtual-account': { path: '/collections/virtual-account', currency: 'NGN', amount: 5000, number: '08031234567' },
  },
  payout: {
    'mobile-money': { path: '/disbursements/mobilemoney', currency: 'GHS', amount: 10.5, number: null },
    bank: { path: '/disbursements/bank', currency: 'NGN', amount: 5000, number: '0123456789' },
  },
} as const

interface Usual {
  readonly path: string
  readonly currency: CurrencyCode
  readonly amount: number
  /** Null for a phone of the country and the network. */
  readonly number: string | null
}

/**
 * Makes up a create call of a flow; `nameFor` gives the person of a reference. Throws a `UsageError` where what is said of it
 * makes no sense.
 */
export async function sampleCall(
  kind: keyof typeof sampleFlows,
  flow: string,
  flags: CreateFlags,
  nameFor: (reference: string) => Promise<string>,
): Promise<SampleCall> {
  const usual = usualOf(kind, flow)
  const { path } = usual
  const { currency, ...phone } = placeOf(flags, usual)
  const reference = flags.reference ?? `${kind}-${wallMs().toString(36)}`
  const person = {
    amount: flags.amount === undefined ? amountIn(currency, usual) : majorAmount(optionName('amount'), flags.amount),
    currency,
    accountName: flags.name ?? (await nameFor(reference)),
    accountNumber: flags.number === undefined ? (usual.number ?? phone.number) : plainDigits(flags.number),
  }
  const network = flags.network ?? (usual.number === null ? phone.network : '058')
  const reason = 'Tried from the command line'
  if (kind === 'collect') return { path, reference, body: { ...person, network, reason, reference } }
  if (flow === 'bank') {
    const recipients = [{ ...person, bank: network }]
    return { path, reference, body: { senderName: 'Sandbox Shop', recipients, reason, reference } }
  }
  return { path, reference, body: { recipients: [{ ...person, network }], reason, reference } }
}

function usualOf(kind: keyof typeof sampleFlows, flow: string): Usual {
  const flows: Readonly<Record<string, Usual>> = sampleFlows[kind]
  const usual = Object.hasOwn(flows, flow) ? flows[flow] : undefined
  if (usual !== undefined) return usual
  throw new UsageError(`${kind} knows no flow ${flow}: write one of ${Object.keys(flows).join(', ')}`)
}

function amountIn(currency: CurrencyCode, usual: Usual): number {
  return currency === usual.currency ? usual.amount : 1000
}

/** The currency, and the number and network of a phone; from the flags and from what follows from them. */
function placeOf(flags: CreateFlags, usual: Usual) {
  const asked = flags.currency === undefined ? undefined : currencyNamed(flags.currency)
  const country = countryOf(flags, asked, usual) ?? countriesOf(asked ?? usual.currency)[0] ?? 'GH'
  const currency = asked ?? currencyIn(country, usual)
  const own = networks.filter((network) => network.country === country)
  const named = own.find((network) => codesOf(network).includes(flags.network ?? ''))
  // Another network than the number's would be refused, or fail (D32).
  const given = flags.number === undefined ? null : normalisePhone(flags.number, currency)
  const found = given === null ? own[0] : networkOf(given.international)
  return { currency, number: sampleNumber(country, named ?? own[0]), network: found?.code ?? 'MTN' }
}

function countryOf(flags: CreateFlags, asked: CurrencyCode | undefined, usual: Usual): CountryCode | undefined {
  const { country, number = '', network = '' } = flags
  if (country !== undefined) {
    return oneOf(countryCodes, country.toUpperCase(), `--country: ${country} is not a country of mobile money`)
  }
  const [, digits = ''] = /^(?:\+|00)(\d+)/.exec(plainNumber(number)) ?? []
  const called = countryCodes.find((code) => digits.startsWith(countries[code].callingCode))
  const possible = asked === undefined ? [...countriesOf(usual.currency), ...countryCodes] : countriesOf(asked)
  const isThere = (code: CountryCode) => networks.some((one) => one.country === code && codesOf(one).includes(network))
  return called ?? possible.find(isThere)
}

/** The usual currency of the flow, if the country has it too. */
function currencyIn(country: CountryCode, { currency: usual }: Usual): CurrencyCode {
  return [usual, ...currencyCodes].find((code) => countriesOf(code).includes(country)) ?? usual
}
