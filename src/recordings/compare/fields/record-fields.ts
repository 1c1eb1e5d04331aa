import { isObject } from '../../../domain/json.ts'
import { localForm } from '../../../domain/phone.ts'
import { flowHas, isMobileMoney, isPayout } from '../../../domain/transaction.ts'
import { isFinal } from '../../read/turns.ts'
import type { DecisionKey } from '../decisions.ts'
import { described, isEqual, type NamedSetting, type SaidSetting } from '../observation.ts'
import { accountNumberForm, homeShownBy, idForm, isNearRate, numberForm, placesOf, timeForm } from './field-forms.ts'
import type { RecordPair } from './record-pair.ts'

/** A field of a record, the decision that its value is about, and the setting that the value names. */
export interface FieldRow {
  /** The path of the field. */
  readonly field: string
  readonly decision: DecisionKey | null | ((pair: RecordPair, value: unknown) => DecisionKey | null)
  /** Default: the name of the field. */
  readonly what?: string
  /** Returns the part of the value that is compared and shown; undefined if none is. Default: the value itself. */
  readonly form?: (value: unknown, pair: RecordPair, isOwn: boolean) => unknown
  readonly isSame?: (recorded: unknown, own: unknown, pair: RecordPair) => boolean
  readonly names?: (value: unknown, pair: RecordPair) => NamedSetting | null
  readonly says?: (value: unknown, pair: RecordPair) => SaidSetting
  readonly causes?: 'amount'
}

const isAccount = ({ transaction: { flow } }: RecordPair) => flowHas(flow, 'account')
const isPhone = ({ transaction: { flow } }: RecordPair) => isMobileMoney(flow)
const ofPhones = (value: unknown, pair: RecordPair) => (isPhone(pair) ? value : undefined)
const ofBanks = (value: unknown, pair: RecordPair) => (isPhone(pair) ? undefined : value)

function amountRows(field: 'amount' | 'fee'): readonly FieldRow[] {
  const isAmount = (value: unknown) => typeof value === 'number' || typeof value === 'string'
  return [
    {
      field,
      decision: 'D15',
      isSame: (recorded, own) => typeof recorded === typeof own,
      names: (value, { form }) => (isAmount(value) ? { setting: 'amounts', part: form, value: typeof value } : null),
    },
    {
      field,
      what: `places of ${field}`,
      decision: 'D15',
      form: (value) => (typeof value === 'string' ? value : undefined),
      isSame: (recorded, own) => recorded === own || Number(recorded) !== Number(own),
      names(value, { recorded }) {
        const places = placesOf(value, recorded.currency)
        return places === null ? null : { setting: 'amountPlaces', value: places }
      },
    },
  ]
}

const isSameNumber = (recorded: unknown, own: unknown) => Number(recorded) === Number(own)

/** At the end a field of the result, before it a value of creation (D20). */
function resultRow(field: 'message' | 'telco_response' | 'provider_message'): FieldRow {
  return {
    field,
    decision: ({ recorded }) => (isFinal(recorded) ? 'results' : 'D20'),
    // A new result was declared for the play only.
    isSame: (recorded, own, { result }) => recorded === own && !(field === 'message' && result?.isNew),
    names: (_value, { result }) =>
      result === null ? null : { setting: 'results', part: result.name, value: result.texts },
  }
}

/** Every field of a record that is compared by more than its being there. */
export const recordFields: readonly FieldRow[] = [
  { field: 'id', decision: 'D18', form: idForm },
  ...amountRows('amount'),
  {
    field: 'amount',
    what: 'value of amount',
    decision: (pair) => (isAccount(pair) ? 'D30' : null),
    isSame: isSameNumber,
    causes: 'amount',
  },
  ...amountRows('fee'),
  { field: 'fee', what: 'value of fee', decision: 'D21', isSame: isSameNumber, says: feeSaid },
  { field: 'currency', decision: null },
  { field: 'channel', decision: (pair) => (isPhone(pair) && isPayout(pair.transaction.flow) ? 'D28' : 'D40') },
  { field: 'type', decision: null },
  { field: 'customer.accountName', decision: null },
  { field: 'customer.accountNumber', decision: 'D16', form: ofBanks },
  {
    field: 'customer.accountNumber',
    decision: 'D16',
    form: ofPhones,
    isSame: (recorded, own, { transaction: { asked } }) => numberForm(recorded, asked) === numberForm(own, asked),
    names(value, { form, transaction: { asked } }) {
      const shown = numberForm(value, asked)
      return shown === null ? null : { setting: 'customerNumbers', part: form, value: shown }
    },
  },
  {
    field: 'customer.accountNumber',
    what: 'digits of accountNumber',
    decision: ({ form }) => (form === 'create' ? 'D17' : 'D43'),
    form: ofPhones,
    isSame: isSameDigits,
    names(value, { transaction: { asked } }) {
      const shown = homeShownBy(value, asked)
      return shown && { setting: 'homeCountries', part: shown.currency, value: shown.home }
    },
  },
  { field: 'customer.email', decision: 'D38' },
  { field: 'metadata.smsFee', decision: (pair) => (flowHas(pair.transaction.flow, 'prompt') ? 'D21' : 'D23') },
  { field: 'metadata.rate', decision: 'D29', isSame: isNearRate, says: rateSaid },
  { field: 'metadata.rate_amount', decision: 'D29', isSame: isNearRate },
  { field: 'metadata', decision: 'D23', form: ownMetadata, isSame: isSameWhereBoth },
  { field: 'reason', decision: (_pair, value) => (value === '' ? 'D38' : null) },
  { field: 'network', decision: null },
  { field: 'checkout_url', decision: ({ form }) => (form === 'create' ? 'D20' : 'D38') },
  resultRow('provider_message'),
  resultRow('message'),
  resultRow('telco_response'),
  { field: 'reference_business', decision: null },
  { field: 'reference', decision: null },
  { field: 'bear_fee', decision: 'D20', names: (value) => ({ setting: 'bearFee', value }) },
  { field: 'virtual_account.bank_name', decision: 'D30' },
  { field: 'virtual_account.account_number', decision: 'D30', form: accountNumberForm },
  {
    field: 'virtual_account.account_number',
    what: 'account_number since its creation',
    decision: 'D30',
    form: (number, { transaction: { record } }, isOwn) => {
      const account = record?.virtual_account
      const isOther = !isOwn && isObject(account) && account.account_number !== number
      return described(isOther ? 'another' : 'the same')
    },
  },
  { field: 'instructions', decision: 'D24' },
  { field: 'created_at', decision: 'D19', form: timeForm },
  { field: 'updated_at', decision: 'D19', form: timeForm },
  // Without an address in the call it is the business's own.
  {
    field: 'callback_url',
    decision: null,
    form: (value, { transaction: { asked } }) => (asked.callbackURL ? value : undefined),
  },
  { field: 'api_key', decision: 'D25' },
  { field: 'opening_balance', decision: 'D22' },
  { field: 'closing_balance', decision: 'D22' },
]

function isSameDigits(recorded: unknown, own: unknown): boolean {
  const [one, other] = [String(recorded), String(own)]
  const areInternational = localForm(one) !== one && localForm(other) !== other
  return areInternational ? one === other : localForm(one) === localForm(other)
}

/** Metadata without the fields that have rows of their own. */
function ownMetadata(value: unknown): unknown {
  if (!isObject(value)) return undefined
  const { smsFee: _fee, rate: _rate, rate_amount: _amount, ...rest } = value
  return rest
}

/** Missing and additional names are the shape's. */
function isSameWhereBoth(recorded: unknown, own: unknown): boolean {
  if (!isObject(recorded) || !isObject(own)) return recorded === own
  return Object.keys(recorded).every((name) => !(name in own) || isEqual(recorded[name], own[name]))
}

function feeSaid(fee: unknown, { recorded, transaction: { flow } }: RecordPair): SaidSetting {
  const percent = Math.round((Number(fee) / Number(recorded.amount)) * 10_000) / 100
  return { setting: `fees.${flow}`, value: `${percent} % (${Number(fee)} of ${Number(recorded.amount)})` }
}

function rateSaid(rate: unknown, { recorded }: RecordPair): SaidSetting {
  const { metadata, currency } = recorded
  const destination = isObject(metadata) ? metadata.currency_destination : null
  return { setting: 'rates', value: `1 ${currency} is ${rate} ${destination ?? currency}` }
}
