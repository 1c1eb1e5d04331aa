import { deriveFraction, type Entropy } from '../domain/derived-ids.ts'
import type { Json } from '../domain/json.ts'
import { localForm } from '../domain/phone.ts'
import type { Settings } from '../domain/settings.ts'
import { isMobileMoney, type Transaction } from '../domain/transaction.ts'
import type { Moment } from './record.ts'

/**
 * Under the setting `variance`, the same record in another form that the specification allows, always the same for the
 * same transaction, status and call: amount and fee as number or numeric string (spec 2.1), the customer's number in
 * local or international digits (spec 2.2), empty fields null or absent (spec 2.1), undocumented keys, and keys
 * in any order. Without it the record itself.
 */
export function vary<R extends ShownRecord>(
  record: R,
  transaction: Transaction,
  settings: Settings,
  form: Moment['form'],
): R {
  const { variance } = settings
  if (variance === null) return record
  const draw = drawsFrom({ seed: variance, key: transaction.id, reference: `${form} ${record.status}` })
  const entries = Object.entries({
    ...record,
    ...amounts(record, settings, draw),
    ...customer(transaction, form, draw),
  })
  const kept = entries.filter(
    ([name, value]) => value !== null || !optional.includes(name) || draw(`${name} null`, 2) === 0,
  )
  // The schema of the record allows each of these forms, which test/openapi holds against it.
  return shuffled([...kept, ...unannounced(record, draw)], draw) as R
}

export type ShownRecord = Readonly<Record<string, unknown>>

/** Draws a whole number below `choices`, always the same for a purpose. */
type Draw = (purpose: string, choices: number) => number

function drawsFrom(entropy: Entropy): Draw {
  return (purpose, choices) => Math.floor(deriveFraction(entropy, purpose, 0) * choices)
}

/** Fields that may be null or absent if they have nothing to say. */
const optional: readonly string[] = ['checkout_url', 'message', 'telco_response', 'virtual_account', 'instructions']

function amounts({ amount, fee }: ShownRecord, { amounts: forced }: Settings, draw: Draw): ShownRecord {
  if (forced !== 'as-shown') return {}
  const either = (value: unknown, name: string) => (draw(name, 2) === 0 ? Number(value) : String(value))
  return { amount: either(amount, 'amount'), fee: either(fee, 'fee') }
}

/** Create calls always answer international digits; webhooks may show either form (spec 2.2). */
function customer(
  { flow, customer: { accountName, accountNumber } }: Transaction,
  form: Moment['form'],
  draw: Draw,
): ShownRecord {
  if (!isMobileMoney(flow) || form === 'create' || accountNumber === '') return {}
  const shown = draw('number', 2) === 0 ? accountNumber : localForm(accountNumber)
  return { customer: { accountName, accountNumber: shown } }
}

/** Up to two optional fields that were absent, and up to two that the specification does not have. */
function unannounced(record: ShownRecord, draw: Draw): [string, Json][] {
  const absent = optional.filter((name) => !(name in record) && draw(`${name} absent`, 2) === 0)
  const values = ['text', 7, null, true, { nested: 'value' }, ['item']]
  const extra = Array.from({ length: draw('extra', 3) }, (_, index): [string, Json] => [
    `x_${draw(`extra ${index}`, 1_000_000).toString(36)}`,
    values[draw(`extra value ${index}`, values.length)] ?? null,
  ])
  return [...absent.map((name): [string, null] => [name, null]), ...extra]
}

function shuffled(entries: readonly (readonly [string, unknown])[], draw: Draw): ShownRecord {
  const drawn = entries.map(([name, value]) => ({ name, value, place: draw(`place of ${name}`, 1_000_000) }))
  return Object.fromEntries(drawn.sort((one, other) => one.place - other.place).map(({ name, value }) => [name, value]))
}
