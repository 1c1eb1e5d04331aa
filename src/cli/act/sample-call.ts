import { type CurrencyCode, currencyCodes } from '../../catalogue/currencies.ts'
import { networkOf } from '../../catalogue/networks.ts'
import { loadNames } from '../../domain/names.ts'
import { normalisePhone } from '../../domain/phone.ts'
import { wallMs } from '../../time.ts'
import type { DrivingFlags } from '../client/client-command.ts'
import { UsageError } from '../exit.ts'
import { majorAmount } from '../settings/option-values.ts'

/** What somebody says of a ready-made create call; the rest is made up. */
interface SampleFlags {
  readonly amount?: string
  readonly currency?: string
  readonly number?: string
  readonly network?: string
  readonly name?: string
  readonly reference?: string
}

/** What a ready-made create call can be given, and how it is followed. */
export interface CreateFlags extends DrivingFlags, SampleFlags {
  readonly scenario?: string
  readonly callbackUrl?: string
}

/** A create call, ready to be sent but for where its webhook goes. */
export interface SampleCall {
  readonly path: string
  readonly reference: string
  readonly body: Readonly<Record<string, unknown>>
}

/** The flows that `collect` and `payout` know, each with what its call has where nobody says anything. */
export const sampleFlows = {
  collect: {
    'mobile-money': { path: '/collections/mobilemoney', currency: 'GHS', amount: 10.5, number: '0241234567' },
    'virtual-account': { path: '/collections/virtual-account', currency: 'NGN', amount: 5000, number: '08031234567' },
  },
  payout: {
    'mobile-money': { path: '/disbursements/mobilemoney', currency: 'GHS', amount: 10.5, number: '0241234567' },
    bank: { path: '/disbursements/bank', currency: 'NGN', amount: 5000, number: '0123456789' },
  },
} as const

type Usual = {
  readonly path: string
  readonly currency: CurrencyCode
  readonly amount: number
  readonly number: string
}

/** Makes up a create call of a flow. Throws a `UsageError` where what is said of it makes no sense. */
export async function sampleCall(
  kind: keyof typeof sampleFlows,
  flow: string,
  flags: SampleFlags,
): Promise<SampleCall> {
  const usual = usualOf(kind, flow)
  const { path } = usual
  const currency = currencyOf(flags.currency) ?? usual.currency
  const accountNumber = flags.number ?? usual.number
  const reference = flags.reference ?? `${kind}-${wallMs().toString(36)}`
  const person = {
    amount: flags.amount === undefined ? usual.amount : majorAmount(flags.amount),
    currency,
    accountName: flags.name ?? (await nameFor(reference)),
    accountNumber,
  }
  const network = flags.network ?? (flow === 'mobile-money' ? networkAt(accountNumber, currency) : '058')
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

function currencyOf(given: string | undefined): CurrencyCode | undefined {
  const found = currencyCodes.find((code) => code === given?.toUpperCase())
  if (given === undefined || found !== undefined) return found
  throw new UsageError(`--currency: ${given} is not a currency; write one of ${currencyCodes.join(', ')}`)
}

/** The network that a number belongs to: another one would be refused, or fail (D32). */
function networkAt(number: string, currency: CurrencyCode): string {
  const phone = normalisePhone(number, currency)
  return (phone && networkOf(phone.international)?.code) ?? 'MTN'
}

/** A plausible name, the same for the same reference. */
async function nameFor(reference: string): Promise<string> {
  const faker = await loadNames()
  faker.seed(Array.from(reference, (character) => character.codePointAt(0) ?? 0))
  return `${faker.person.firstName()} ${faker.person.lastName()}`
}
