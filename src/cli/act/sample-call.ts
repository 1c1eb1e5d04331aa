import { type CountryCode, countries, countryCodes } from '../../catalogue/countries.ts'
import { type CurrencyCode, countriesOf, currencyCodes } from '../../catalogue/currencies.ts'
import { type CreateKind, definitionOf, type Flow, flowHas, flows } from '../../catalogue/flows.ts'
import { codesOf, networkOf, networks } from '../../catalogue/networks.ts'
import { sampleNumber } from '../../catalogue/sample-numbers.ts'
import { normalisePhone, plainDigits, plainNumber } from '../../domain/phone.ts'
import { wallMs } from '../../time.ts'
import type { ClientFlags } from '../client/client-options.ts'
import { optionName } from '../client/next-command.ts'
import { UsageError } from '../exit.ts'
import { currencyNamed, majorAmount, oneOfNames } from '../settings/option-values.ts'

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

/** The flows of a command, by their names on the command line. */
export function flowsOf(kind: CreateKind): ReadonlyMap<string, Flow> {
  return new Map(
    flows.flatMap((flow) => {
      const [command, name] = definitionOf(flow).command
      return command === kind ? [[name, flow]] : []
    }),
  )
}

/**
 * Makes up a create call of a flow; `nameFor` gives the person of a reference. Throws a `UsageError` where what is said of it
 * makes no sense.
 */
export async function sampleCall(
  kind: CreateKind,
  name: string,
  flags: CreateFlags,
  nameFor: (reference: string) => Promise<string>,
): Promise<SampleCall> {
  const flow = flowNamed(kind, name)
  const { path, body, sample } = definitionOf(flow)
  const { currency, ...phone } = placeOf(flags, sample.currency)
  const made = flowHas(flow, 'phone') ? phone : { number: sample.accountNumber, network: sample.network }
  const reference = flags.reference ?? `${kind}-${wallMs().toString(36)}`
  const usualAmount = currency === sample.currency ? sample.amount : 1000
  const asked = {
    amount: flags.amount === undefined ? usualAmount : majorAmount(optionName('amount'), flags.amount),
    currency,
    accountName: flags.name ?? (await nameFor(reference)),
    accountNumber: flags.number === undefined ? made.number : plainDigits(flags.number),
    network: flags.network ?? made.network,
  }
  return { path, reference, body: body(asked, { reason: 'Tried from the command line', reference }) }
}

function flowNamed(kind: CreateKind, name: string): Flow {
  const known = flowsOf(kind)
  const flow = known.get(name)
  if (flow !== undefined) return flow
  throw new UsageError(`${kind} knows no flow ${name}: write one of ${[...known.keys()].join(', ')}`)
}

/** The currency, and the number and network of a phone; from the flags and from what follows from them. */
function placeOf(flags: CreateFlags, usual: CurrencyCode) {
  const asked = flags.currency === undefined ? undefined : currencyNamed(flags.currency)
  const country = countryOf(flags, asked, usual) ?? countriesOf(asked ?? usual)[0] ?? 'GH'
  const currency = asked ?? currencyIn(country, usual)
  const own = networks.filter((network) => network.country === country)
  const named = own.find((network) => codesOf(network).includes(flags.network ?? ''))
  // Another network than the number's would be refused, or fail (D32).
  const given = flags.number === undefined ? null : normalisePhone(flags.number, currency)
  const found = given === null ? own[0] : networkOf(given.international)
  return { currency, number: sampleNumber(country, named ?? own[0]), network: found?.code ?? 'MTN' }
}

function countryOf(flags: CreateFlags, asked: CurrencyCode | undefined, usual: CurrencyCode): CountryCode | undefined {
  const { country, number = '', network = '' } = flags
  if (country !== undefined) {
    return oneOfNames(countryCodes, country.toUpperCase(), `--country: ${country} is not a country of mobile money`)
  }
  const [, digits = ''] = /^(?:\+|00)(\d+)/.exec(plainNumber(number)) ?? []
  const called = countryCodes.find((code) => digits.startsWith(countries[code].callingCode))
  const possible = asked === undefined ? [...countriesOf(usual), ...countryCodes] : countriesOf(asked)
  const isThere = (code: CountryCode) => networks.some((one) => one.country === code && codesOf(one).includes(network))
  return called ?? possible.find(isThere)
}

/** The usual currency of the flow, if the country has it too. */
function currencyIn(country: CountryCode, usual: CurrencyCode): CurrencyCode {
  return [usual, ...currencyCodes].find((code) => countriesOf(code).includes(country)) ?? usual
}
