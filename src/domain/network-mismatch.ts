import { type Country, countries } from '../catalogue/countries.ts'
import { codesOf, countryNamedBy, type Network, networkOf } from '../catalogue/networks.ts'
import { countryOf, localForm } from './phone.ts'
import { type Intent, isMobileMoney } from './transaction.ts'

/** What a number belongs to if a request names the network of another, or one of another country (D17, D32). */
type Mismatch =
  | { readonly owner: Network }
  /** `actual` is null if the table does not have the number's country. */
  | { readonly named: Country; readonly actual: Country | null }

/** Returns true for mobile money whose network does not fit its number (D32). */
export function isMismatch(intent: Intent): boolean {
  return isMobileMoney(intent.flow) && mismatchOf(intent.network, intent.customer.accountNumber) !== null
}

/** Names what a mobile money number belongs to if it does not fit the network of its request; else null (D5). */
export function mismatchHint({ flow, network, customer }: Intent): string | null {
  return isMobileMoney(flow) ? whyNoNumberOf(network, customer.accountNumber) : null
}

/** Returns why international digits are not a number of a network, or null if they may be (D5, D32). */
export function whyNoNumberOf(network: string, international: string): string | null {
  const mismatch = mismatchOf(network, international)
  if (mismatch === null) return null
  const isShort = /^[\w.-]{1,64}$/.test(network)
  const number = localForm(international)
  if ('owner' in mismatch) {
    const { owner } = mismatch
    return `${number} is a number of ${owner.name} (${codesOf(owner).join(' or ')}), but the request says ${isShort ? network : 'another network'}`
  }
  const { named, actual } = mismatch
  const which = isShort ? `which the network ${network} names` : 'which the network that was sent names'
  const length = named.trunkPrefix.length + named.mobileDigits
  const digits = number.length === length ? '' : ` (numbers there have ${length} digits)`
  return `${number} is not a number of ${named.name}, ${which}${digits}${actual === null ? '' : `, but of ${actual.name}`}`
}

function mismatchOf(network: string, international: string): Mismatch | null {
  const owner = networkOf(international)
  if (owner !== undefined) return codesOf(owner).includes(network) ? null : { owner }
  const code = countryNamedBy(network)
  if (code === undefined) return null
  const named: Country = countries[code]
  const actual = countryOf(international)
  return actual?.callingCode === named.callingCode ? null : { named, actual: actual ?? null }
}
