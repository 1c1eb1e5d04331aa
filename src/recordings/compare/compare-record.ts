import { countries } from '../../catalogue/countries.ts'
import { type CurrencyCode, currencies, isCurrencyCode } from '../../catalogue/currencies.ts'
import { isObject } from '../../domain/json.ts'
import { localForm } from '../../domain/phone.ts'
import { flowHas, isMobileMoney, isPayout } from '../../domain/transaction.ts'
import { type Body, textAt } from '../read/calls.ts'
import type { Payment } from '../read/conversation.ts'
import type { Form, Stated, Vote } from './fact.ts'
import { feeVote } from './fee.ts'
import type { NamedResult } from './result.ts'
import type { Decision } from './rows.ts'

export interface Pair {
  readonly form: Form
  readonly payment: Payment
  readonly real: Body
  readonly own: Body
  /** Of a final record. */
  readonly result: NamedResult | null
  readonly isOtherNetwork: boolean
  readonly isByHand: boolean
}

interface Compared extends Pair {
  readonly name: string
  readonly value: unknown
  readonly ownValue: unknown
  /** In what the field stands: `webhooks`. */
  readonly where: string
}

/** Compares two records field by field. */
export function* compareRecord(pair: Pair, where: string): Generator<Stated> {
  const status = statusOf(pair, where)
  yield status
  if (!status.isSame) return
  yield* compareShape(pair.real, pair.own, where)
  for (const [name, compare] of Object.entries(fields)) {
    const [value, ownValue] = [pair.real[name], pair.own[name]]
    if (value === undefined || ownValue === undefined) continue
    yield* compare({ ...pair, name, value, ownValue, where })
  }
}

/** Missing keys, additional keys, and the order of the keys that both have (D38). */
export function* compareShape(
  real: Body,
  own: Body,
  where: string,
  decision: Decision | null = 'D38',
): Generator<Stated> {
  const [names, ownNames] = [Object.keys(real), Object.keys(own)]
  const missing = ownNames.filter((name) => !(name in real))
  const more = names.filter((name) => !(name in own))
  for (const name of missing) {
    yield { decision, what: `${name} in ${where}`, isSame: false, real: undefined, own: own[name] }
  }
  for (const name of more)
    yield { decision, what: `${name} in ${where}`, isSame: false, real: real[name], own: undefined }
  const order = names.filter((name) => name in own)
  const ownOrder = ownNames.filter((name) => name in real)
  const isSame = order.join() === ownOrder.join()
  const first = order.findIndex((name, index) => name !== ownOrder[index])
  if (isSame && missing.length + more.length > 0) return
  const at = (list: readonly string[]) => (isSame ? list.length : list.slice(Math.max(0, first), first + 3).join(', '))
  yield { decision, what: `order of keys in ${where}`, isSame, real: at(order), own: at(ownOrder) }
}

function statusOf({ real, own, form, payment, isOtherNetwork, isByHand, result }: Pair, where: string): Stated {
  const { status, flow } = { status: real.status, flow: payment.flow }
  const isEnd = ['COMPLETED', 'FAILED'].includes(String(status)) && form === 'final'
  const isAccount = flowHas(flow, 'account')
  const decision = isOtherNetwork
    ? 'D32'
    : isAccount && isEnd
      ? 'D30'
      : result?.name === 'otp_failed'
        ? 'D26'
        : isEnd
          ? null
          : 'D33'
  const isSame = status === own.status
  const vote = votesFor({ isOtherNetwork, isAccount: isAccount && !isByHand, isEnd, result })
  return {
    decision: isEnd && isSame && decision === null ? 'D33' : decision,
    what: `status in ${where}`,
    of: 'status',
    isSame,
    real: status,
    own: own.status,
    vote,
  }
}

function votesFor({
  isOtherNetwork,
  isAccount,
  isEnd,
  result,
}: {
  isOtherNetwork: boolean
  isAccount: boolean
  isEnd: boolean
  result: NamedResult | null
}): Vote | null {
  if (!isEnd) return null
  if (isOtherNetwork) {
    return { setting: 'networkMismatch', value: result?.name === 'invalid_customer_account' ? 'fail' : 'ignore' }
  }
  return isAccount && result?.name === 'invalid_amount' ? { setting: 'partialPayments', value: 'fail' } : null
}

type Compare = (compared: Compared) => Generator<Stated>

/** A field whose value is the same on both sides, or is a difference of this decision. */
function value(decision: Decision | null): Compare {
  return function* ({ name, value, ownValue, where }) {
    yield { decision, what: `${name} in ${where}`, isSame: isEqual(value, ownValue), real: value, own: ownValue }
  }
}

const fields: Readonly<Record<string, Compare>> = {
  id: form('D18', formOfId),
  amount,
  fee: amount,
  currency: value(null),
  *channel(compared) {
    const { flow } = compared.payment
    yield* value(isPayout(flow) && isMobileMoney(flow) ? 'D28' : 'D40')(compared)
  },
  type: value(null),
  *customer(compared) {
    if (isObject(compared.value) && isObject(compared.ownValue))
      yield* customer(compared, compared.value, compared.ownValue)
    else yield* value('D38')(compared)
  },
  *metadata(compared) {
    if (isObject(compared.value) && isObject(compared.ownValue))
      yield* metadata(compared, compared.value, compared.ownValue)
    else yield* value('D23')(compared)
  },
  *reason(compared) {
    yield* value(compared.value === '' || compared.ownValue === '' ? 'D38' : null)(compared)
  },
  *network(compared) {
    const { flow } = compared.payment
    const vote = { setting: 'networks', network: String(compared.value), value: true } as const
    const isVote = compared.form === 'create' && isMobileMoney(flow)
    for (const each of value(null)(compared)) yield { ...each, vote: isVote && each.isSame ? vote : null }
  },
  *checkout_url(compared) {
    yield* value(compared.form === 'create' ? 'D20' : 'D38')(compared)
  },
  provider_message: result,
  message: result,
  telco_response: result,
  reference_business: value(null),
  reference: value(null),
  *bear_fee(compared) {
    const vote = { setting: 'bearFee', value: compared.value } as const
    for (const each of value('D20')(compared)) yield { ...each, vote }
  },
  *virtual_account(compared) {
    if (isObject(compared.value) && isObject(compared.ownValue))
      yield* account(compared, compared.value, compared.ownValue)
    else yield* value('D38')(compared)
  },
  *instructions(compared) {
    yield* value('D24')(compared)
  },
  created_at: form('D19', formOfTime),
  updated_at: form('D19', formOfTime),
  *callback_url(compared) {
    // Without an address in the call it is the business's own.
    if (compared.payment.asked.callbackURL) yield* value(null)(compared)
  },
  api_key: value('D25'),
  opening_balance: value('D22'),
  closing_balance: value('D22'),
}

function form(decision: Decision, formOf: (value: unknown) => string): Compare {
  return function* ({ name, value, ownValue, where }) {
    const [real, own] = [formOf(value), formOf(ownValue)]
    yield { decision, what: `${name} in ${where}`, isSame: real === own, real: Symbol(real), own: Symbol(own) }
  }
}

function formOfId(id: unknown): string {
  if (typeof id !== 'string') return typeof id
  if (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) return 'UUID'
  return `${id.length} ${/^[a-z\d]+$/.test(id) ? 'small letters and digits' : 'characters'}`
}

function formOfTime(time: unknown): string {
  if (typeof time !== 'string') return typeof time
  const [, rest = '', offset = ''] = /^(.*?)([+-]\d\d:?\d\d)?$/s.exec(time) ?? []
  return rest.replaceAll(/\d/g, '0') + offset.replace(/^[+-]00:?00$/, '+00:00')
}

/** Type and places are D15; the value belongs to the flow. */
function* amount(compared: Compared): Generator<Stated> {
  const { name, value, ownValue, where, form, payment } = compared
  const [type, ownType] = [typeof value, typeof ownValue]
  if (type !== 'number' && type !== 'string') return
  const what = `${name} in ${where}`
  const vote = { setting: 'amounts', form, value: type } as const
  yield { decision: 'D15', what, isSame: type === ownType, real: value, own: ownValue, vote }
  if (type === 'string' && ownType === 'string' && Number(value) === Number(ownValue)) {
    const places = placesOf(String(value), currencyOf(compared.real))
    const stated = {
      decision: 'D15',
      what: `places of ${what}`,
      isSame: value === ownValue,
      real: value,
      own: ownValue,
    } as const
    yield places === null ? stated : { ...stated, vote: { setting: 'amountPlaces', value: places } }
  }
  const isSame = Number(value) === Number(ownValue)
  if (name === 'amount') {
    const decision = flowHas(payment.flow, 'account') ? 'D30' : null
    const accepts =
      form === 'final' && compared.real.status === 'COMPLETED' && Number(value) < Number(payment.asked.amount)
    const policy = accepts && decision === 'D30' ? ({ setting: 'partialPayments', value: 'accept' } as const) : null
    yield { decision, what: `value of ${what}`, of: 'amount', isSame, real: value, own: ownValue, vote: policy }
    return
  }
  const fee = compared.real.status === 'FAILED' ? null : feeVote(payment.flow, compared.real, currencyOf(compared.real))
  yield { decision: 'D21', what: `value of ${what}`, isSame, real: value, own: ownValue, vote: fee }
}

function currencyOf({ currency }: Body): CurrencyCode | null {
  return isCurrencyCode(currency) ? currency : null
}

/** Returns which places a text shows, or null if both forms are the same. */
function placesOf(text: string, currency: CurrencyCode | null): 'shortest' | 'full' | null {
  const decimals = currency === null ? 0 : currencies[currency].decimals
  const [shortest, full] = [String(Number(text)), Number(text).toFixed(decimals)]
  if (shortest === full) return null
  return text === full ? 'full' : text === shortest ? 'shortest' : null
}

function* customer(compared: Compared, real: Body, own: Body): Generator<Stated> {
  const { where, form, payment } = compared
  yield* compareShape(real, own, `customer of ${where}`)
  yield* value(null)({ ...compared, name: 'accountName', value: real.accountName, ownValue: own.accountName })
  const [number, ownNumber] = [textAt(real, 'accountNumber'), textAt(own, 'accountNumber')]
  if (number === null || ownNumber === null) return
  const what = `accountNumber in ${where}`
  const isSame = number === ownNumber
  const isMobile = isMobileMoney(payment.flow)
  const local = localForm(number)
  const vote = { setting: 'customerNumbers', form, value: local === number ? 'local' : 'international' } as const
  const isPhone = isMobile && (local !== number || localForm(ownNumber) !== ownNumber || form === 'final')
  const decision =
    !isMobile || isSame || localForm(number) === localForm(ownNumber) ? 'D16' : form === 'create' ? 'D17' : 'D43'
  const country = decision === 'D17' ? homeVote(compared.real, number) : null
  yield { decision, what, isSame, real: number, own: ownNumber, vote: country ?? (isPhone ? vote : null) }
}

function homeVote({ currency }: Body, number: string): Vote | null {
  const [code] = Object.entries(countries).find(([, { callingCode }]) => number.startsWith(callingCode)) ?? []
  const isShared = currency === 'XOF' || currency === 'XAF'
  return code !== undefined && isShared ? { setting: 'homeCountries', currency, value: code } : null
}

function* metadata(compared: Compared, real: Body, own: Body): Generator<Stated> {
  const { where, payment } = compared
  yield* compareShape(real, own, `metadata of ${where}`, 'D23')
  for (const name of Object.keys(real)) {
    if (!(name in own)) continue
    const pair = { ...compared, name, value: real[name], ownValue: own[name], where: `metadata of ${where}` }
    if (name === 'smsFee' && flowHas(payment.flow, 'prompt')) yield* smsFee(pair)
    else if (name === 'rate' || name === 'rate_amount') yield* rate(pair, real)
    else yield* value('D23')(pair)
  }
}

/** A fee shows that an OTP was sent (D26). */
function* smsFee({ value, ownValue, where, payment: { asked } }: Compared): Generator<Stated> {
  const isSame = value === ownValue
  const isSent = Number(value) > 0
  const isBoth = isSent === Number(ownValue) > 0
  const vote =
    asked.currency === 'GHS' ? ({ setting: 'smsOtp', network: String(asked.network), value: isSent } as const) : null
  yield { decision: isBoth ? 'D21' : 'D26', what: `smsFee in ${where}`, isSame, real: value, own: ownValue, vote }
}

/** The rate of a payout is how much of the destination one of its currency buys (D23). */
function* rate({ name, value, ownValue, where, real }: Compared, metadata: Body): Generator<Stated> {
  const isSame = isNear(value, ownValue)
  const [source, destination] = [real.currency, metadata.currency_destination]
  const isPair = isCurrencyCode(source) && isCurrencyCode(destination) && source !== destination && name === 'rate'
  const vote = isPair ? ({ setting: 'rate', source, destination, value: Number(value) } as const) : null
  yield { decision: 'D29', what: `${name} in ${where}`, isSame, real: value, own: ownValue, vote }
}

/** True for rates that differ by rounding only. */
export function isNear(one: unknown, other: unknown): boolean {
  const [first, second] = [Number(one), Number(other)]
  return Math.abs(first - second) <= Math.abs(second) * 1e-6
}

function* account(compared: Compared, real: Body, own: Body): Generator<Stated> {
  const { where, payment } = compared
  yield* compareShape(real, own, `virtual_account of ${where}`)
  const created = payment.record.virtual_account
  const number = isObject(created) ? created.account_number : undefined
  if (number !== undefined && number !== real.account_number)
    yield {
      decision: 'D30',
      what: `account_number in ${where}`,
      isSame: false,
      real: Symbol('another than at creation'),
      own: Symbol('as at creation'),
    }
  yield* value('D30')({ ...compared, name: 'bank_name', value: real.bank_name, ownValue: own.bank_name })
  const lengthOf = (number: unknown) =>
    /^\d+$/.test(String(number)) ? `${String(number).length} digits` : 'other characters'
  const pair = { ...compared, name: 'account_number', value: real.account_number, ownValue: own.account_number }
  yield* form('D30', lengthOf)(pair)
}

/** At the end a field of the result, before it a value of creation (D20). */
function* result(compared: Compared): Generator<Stated> {
  const { name, value, ownValue, where, form, result } = compared
  const isFinal = ['COMPLETED', 'FAILED'].includes(String(compared.real.status))
  const isSame = value === ownValue
  if (!isFinal) {
    yield { decision: 'D20', what: `${name} in ${where}`, isSame, real: value, own: ownValue }
    return
  }
  if (result === null || form === 'create') {
    yield { decision: 'results', what: `${name} in ${where}`, isSame, real: value, own: ownValue }
    return
  }
  const vote = { setting: 'results', name: result.name, value: result.written } as const
  const isKnown = !result.isNew || name !== 'message'
  yield {
    decision: 'results',
    what: `${name} in ${where}`,
    isSame: isSame && isKnown,
    real: value,
    own: isKnown ? ownValue : Symbol('no such result'),
    vote,
  }
}

export function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((key) => [key, sorted(value[key])]),
  )
}
