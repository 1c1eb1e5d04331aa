import { isCurrencyCode } from '../../catalogue/currencies.ts'
import { parseDuration } from '../../domain/duration.ts'
import { isObject } from '../../domain/json.ts'
import { normalisePhone, whyNoNumberOf } from '../../domain/phone.ts'
import type { Settings } from '../../domain/settings.ts'
import { type Flow, flowHas, isMobileMoney, isPayout } from '../../domain/transaction.ts'
import { type Body, partyIn } from '../read/bodies.ts'
import { roundedDuration } from '../read/near-times.ts'
import type { ResultNames } from '../read/results.ts'
import type { RecordedTransaction } from '../read/transactions.ts'
import { ageAt, endsOf, type StatusTurn, sightsOf } from '../read/turns.ts'
import type { DecisionKey } from './decisions.ts'
import { described, type NamedSetting, type Observation } from './observation.ts'
import { type PlainSetting, plainRow } from './plain-settings.ts'

/**
 * Compares how a transaction came to its end with what the settings say. It is played as it was recorded, so the recording alone
 * shows what the service decided.
 */
export function* compareLife(
  transaction: RecordedTransaction,
  results: ResultNames,
  settings: Settings,
): Generator<Observation> {
  const { flow, asked, webhooks } = transaction
  const [end, late] = endsOf(transaction)
  const differs = observer(settings)
  yield* namedByAcceptance(flow, asked)
  if (flowHas(flow, 'prompt') && asked.currency === 'GHS') {
    const names: NamedSetting = { setting: 'smsOtp', part: bareNetwork(asked), value: isOtpAsked(transaction, results) }
    yield differs('D26', `one-time password of ${bareNetwork(asked)}`, names)
  }
  if (end === undefined) return
  const name = results.of(end.record)?.name
  if (isOtherNetwork(flow, asked, settings)) {
    const value = end.status === 'COMPLETED' ? 'ignore' : name === 'invalid_customer_account' ? 'fail' : null
    if (value !== null) yield differs('D32', 'a number of another network', { setting: 'networkMismatch', value })
  }
  if (flowHas(flow, 'account')) yield* accountEnds(transaction, { end, late, name, settings })
  if (name === 'otp_failed' && !transaction.calls.some(({ question }) => question.is === 'otp')) {
    yield differs('D26', 'life of an OTP', { setting: 'otpLifetime', value: ageOf(end) })
  }
  if (webhooks.length === 0 && !asked.callbackURL && settings.callbackUrl === null) {
    yield { decision: 'D37', what: 'webhooks', recorded: 'none', own: 'none' }
  }
}

interface AccountEnd {
  readonly end: StatusTurn
  /** A transfer after the end. */
  readonly late: StatusTurn | undefined
  readonly name: string | undefined
  readonly settings: Settings
}

/** D30. */
function* accountEnds(
  transaction: RecordedTransaction,
  { end, late, name, settings }: AccountEnd,
): Generator<Observation> {
  const differs = observer(settings)
  const age = ageOf(end)
  const life = { decision: 'D30', what: 'life of an account' } as const
  if (name === 'expired') yield differs(life.decision, life.what, { setting: 'accountLifetime', value: age })
  else if (parseDuration(age) > parseDuration(settings.accountLifetime) * 1.2) {
    yield { ...life, recorded: described(`at least ${age}`), own: described(settings.accountLifetime) }
  }
  const isPart = end.status === 'COMPLETED' && Number(end.record.amount) < Number(transaction.asked.amount)
  const policy = name === 'invalid_amount' ? 'fail' : isPart ? 'accept' : null
  if (policy !== null) yield differs('D30', 'a transfer of another sum', { setting: 'partialPayments', value: policy })
  if (late?.status === 'COMPLETED') {
    yield differs('D30', 'a transfer after the expiry', { setting: 'lateTransfers', value: 'accept' })
  }
}

/** Returns what makes observations of a setting that two transactions must agree on. */
function observer(settings: Settings) {
  return (decision: DecisionKey, what: string, names: NamedSetting): Observation => {
    const { now, agree = Object.is } = plainRow(names.setting satisfies PlainSetting)
    const own = now(settings, names.part ?? '')
    const [recorded, ours] = [names.value, own].map((value) => described(words.get(value) ?? String(value)))
    return { decision, what, recorded, own: ours, isSame: agree(names.value, own), names, needsTwo: true }
  }
}

const words = new Map<unknown, string>([
  [true, 'yes'],
  [false, 'no'],
])

/** A create call that is accepted shows what is enabled. */
function* namedByAcceptance(flow: Flow, asked: Body): Generator<Observation> {
  const { currency, network, accountNumber } = partyIn(asked)
  const silent = { decision: 'D10', what: '', recorded: null, own: null, isSame: null } as const
  if (isCurrencyCode(currency)) yield { ...silent, names: { setting: 'currencies', part: currency, value: true } }
  if (isMobileMoney(flow)) yield { ...silent, names: { setting: 'networks', part: String(network), value: true } }
  if (isPayout(flow)) {
    yield { ...silent, names: { setting: 'strictTestAccounts', value: accountNumber === undefined } }
  }
}

/** True if the customer got a one-time password (D26): a fee shows it, a call about it, or that it failed. */
export function isOtpAsked(transaction: RecordedTransaction, results: ResultNames): boolean {
  if (transaction.calls.some(({ question, entry }) => question.is === 'otp' && entry.status < 404)) return true
  return sightsOf(transaction).some(({ record }) => {
    const { metadata } = record
    return (isObject(metadata) && Number(metadata.smsFee) > 0) || results.of(record)?.name === 'otp_failed'
  })
}

/** True if a number is not of the network that a mobile money call names (D32). */
export function isOtherNetwork(flow: Flow, asked: Body, { homeCountries: homes }: Settings): boolean {
  const { accountNumber, network, currency } = partyIn(asked)
  if (!isMobileMoney(flow) || typeof network !== 'string' || !isCurrencyCode(currency)) return false
  const number = normalisePhone(String(accountNumber), currency, { homes, network })
  return number !== null && whyNoNumberOf(network, number.international) !== null
}

/** MTN_GH is MTN, in Ghana. */
function bareNetwork({ network }: Body): string {
  return String(network).replace(/_GH$/, '')
}

function ageOf(turn: StatusTurn): string {
  return roundedDuration(ageAt(turn))
}
