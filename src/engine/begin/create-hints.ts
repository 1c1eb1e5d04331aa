import { bankHint } from '../../catalogue/banks.ts'
import { isKnownNetwork } from '../../catalogue/networks.ts'
import type { JsonObject } from '../../domain/json.ts'
import { toDecimalString } from '../../domain/money.ts'
import { foreignCountryOf, mismatchHint } from '../../domain/phone.ts'
import type { Plan } from '../../domain/plan.ts'
import type { Rejection } from '../../domain/rejection.ts'
import { type Intent, isMobileMoney, isPayout } from '../../domain/transaction.ts'
import type { Scenario } from '../../scenarios/scenario.ts'
import type { Selection } from '../../scenarios/select/select.ts'
import type { Store } from '../../store/store.ts'
import { isDefault, networkMismatch } from './choose-scenario.ts'

export function hintsOf(intent: Intent, plan: Plan): readonly string[] {
  const isUnknown = !isKnownNetwork(intent.network)
  const network = whyMismatched(intent, plan) ?? (isUnknown ? mismatchHint(intent) : null)
  return [network, foreignNumber(intent), shortBankCode(intent), roundedInteger(intent.metadata)].filter(
    (hint) => hint !== null,
  )
}

export function magicNumberHint(intent: Intent, { scenario, by }: Selection): readonly string[] {
  const text = magicNumberText(intent, by, scenario)
  return text === null ? [] : [`scenario ${scenario.name}: ${text}`]
}

/** Returns the last digits of the account number if they chose the scenario; else null. */
export function matchedDigits(
  { customer }: Pick<Intent, 'customer'>,
  by: Plan['by'],
  { match }: Scenario,
): string | null {
  const [digits] = /0009\d{3}$/.exec(customer.accountNumber) ?? []
  return by === 'match' && digits !== undefined && match?.accountNumber ? digits : null
}

export function magicNumberText(...chosen: Parameters<typeof matchedDigits>): string | null {
  const digits = matchedDigits(...chosen)
  return digits && `the account number ends in ${digits}`
}

/** Returns why a payment fails under a default scenario: its number does not fit its network. Null if it does. */
export function whyMismatched(intent: Intent, { by, steps }: Pick<Plan, 'by' | 'steps'>): string | null {
  const owner = isDefault(by) ? mismatchHint(intent) : null
  if (!steps.some(({ act }) => act.act === 'settle' && act.result.name === networkMismatch)) return null
  const what = isPayout(intent.flow) ? 'payout' : 'collection'
  return owner && `${owner}, so the ${what} fails: see the setting networkMismatch`
}

function foreignNumber({ flow, currency, customer: { accountNumber } }: Intent): string | null {
  const country = isMobileMoney(flow) ? foreignCountryOf(accountNumber, currency) : null
  return (
    country && `${accountNumber} is a number of ${country.name} (${country.currency}), not of the currency ${currency}`
  )
}

function shortBankCode({ flow, currency, conversion, network }: Intent): string | null {
  const isNigerian = !isMobileMoney(flow) && (conversion?.destination ?? currency) === 'NGN'
  return isNigerian ? bankHint(network) : null
}

/** How to find an earlier use of a reference. */
interface EarlierUse {
  readonly store: Store
  readonly key: string
  /** The folder that keeps the state; undefined if it is in memory only. */
  readonly dataFolder: string | undefined
}

/** Returns what helps the developer of a create call that a business rule refused, beside the rule's own sentence (D5). */
export function refusalHints(rule: Rejection['rule'], intent: Intent, earlierUse: EarlierUse): readonly string[] {
  const hint = rule === 'network_mismatch' ? mismatchHint(intent) : null
  if (rule === 'duplicate_reference') return earlierHint(intent, earlierUse)
  return hint === null ? [] : [hint]
}

function earlierHint(intent: Intent, { store, key, dataFolder }: EarlierUse): readonly string[] {
  const [earlier] = store.transactions(key, { reference: intent.reference, limit: 1 })
  if (earlier === undefined) return []
  const until =
    dataFolder === undefined ? 'lasts until a reset' : `persists in the data folder ${dataFolder} until a reset`
  const when = new Date(earlier.createdAt).toISOString()
  return [
    `this reference was used at ${when} by the transaction ${earlier.id}${otherPayment(intent, earlier)}; state ${until}`,
  ]
}

/** What the first call under a reference had that this one has not; empty if it is the same call again. */
function otherPayment(intent: Intent, earlier: Intent): string {
  const sum = ({ askedMinor, currency }: Intent) => `the amount ${toDecimalString(askedMinor, currency)} ${currency}`
  const number = ({ customer }: Intent) => `the accountNumber ${customer.accountNumber}`
  const other = [sum, number].filter((fact) => fact(earlier) !== fact(intent)).map((fact) => fact(earlier))
  return other.length === 0 ? '' : ` with ${other.join(' and ')}: another payment needs a reference of its own`
}

/** Names an integer of the metadata that JSON numbers may not hold exactly (D5), or returns null. Looks for the first. */
function roundedInteger(metadata: JsonObject): string | null {
  const found = inexactIn(metadata)
  if (found === null) return null
  const path = ['metadata', ...found.keys].join('.')
  const named = /^[\w.-]{1,64}$/.test(path) ? path : 'a number in metadata'
  return `${named} is beyond 2^53, where JSON numbers lose digits: it was read as ${found.value}, so send it in quotes`
}

interface Inexact {
  readonly keys: readonly string[]
  readonly value: number
}

// From 10^21 on, a number is not an identifier that was sent as an integer.
function inexactIn(value: unknown): Inexact | null {
  if (typeof value === 'number') {
    const isInexact = Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21
    return isInexact ? { keys: [], value } : null
  }
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    const found = inexactIn(inner)
    if (found !== null) return { ...found, keys: [key, ...found.keys] }
  }
  return null
}
