import { valueAtPointer } from '../../domain/json.ts'
import type { OrderRow, PayoutRow } from '../rules/books.ts'
import { type Ask, type Asked, askAddress } from './ask-address.ts'
import { askCommand } from './ask-command.ts'
import { formsOf, inEitherForm } from './either-form.ts'
import { NotChecked } from './not-checked.ts'
import type { Probe, ProbeRead } from './probe.ts'
import { type OrdersProbe, ordersIn, type PayoutsProbe, type WrittenProbe } from './probe-schema.ts'
import type { Values } from './shell-command.ts'
import { openingOf } from './start-of.ts'

/** The probe of a config file or a plan, which asks by address or command. `values` are for commands; `ask` fills addresses. */
export function writtenProbe(written: WrittenProbe, ask: Ask, values: Values = {}): Probe {
  const { payouts = null, balance = null } = written
  const orders = ordersIn(written)
  const asking = <Part extends Way, Row>(part: Part | null, name: string, read: (answer: Asked, part: Part) => Row) =>
    part &&
    (async (value: string): Promise<ProbeRead<Row>> => {
      const answer = await asked(part, { name, value, ask, values })
      return { row: answer.row === null ? null : read(answer, part), text: answer.text }
    })
  const askOrder = asking(orders, 'reference', orderIn)
  const askPayout = asking(payouts, 'reference', payoutIn)
  const isLocal = (balance?.get ?? balance?.command ?? '').includes('{local}')
  const askBalance = asking(balance, isLocal ? 'local' : 'customer', (answer, { at }) => numberIn(answer, at))
  return {
    sums: orders?.sums ?? 'price',
    orders: askOrder && { isGrouped: orders?.order !== undefined, ask: askOrder },
    payouts: askPayout && { isGrouped: payouts?.withdrawal !== undefined, ask: askPayout },
    balance: askBalance && ((customer) => inEitherForm(formsOf(customer, isLocal), askBalance)),
  }
}

interface Way {
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly get?: string | undefined
  readonly command?: string | undefined
}

interface Named {
  readonly name: string
  readonly value: string
  readonly ask: Ask
  readonly values: Values
}

function asked({ get, command = '', headers = {} }: Way, { name, value, ask, values }: Named): Promise<Asked> {
  if (get === undefined) return askCommand(command, name, value, values)
  const own = Object.entries(headers).map(([key, text]) => [key, text.replaceAll(`{${name}}`, () => value)])
  return askAddress(
    get.replaceAll(`{${name}}`, () => encodeURIComponent(value)),
    (url, options) => ask(url, { ...options, headers: Object.fromEntries(own) }),
  )
}

function orderIn(answer: Asked, { paid, credited, order, price }: OrdersProbe): OrderRow {
  return {
    paid: isOneOf(foundIn(answer, paid.at), paid.is),
    credited: credited === undefined ? null : numberIn(answer, credited),
    order: order === undefined ? null : nameIn(answer, order),
    price: price === undefined ? null : numberIn(answer, price),
  }
}

function payoutIn(answer: Asked, { state, taken, fee, withdrawal }: PayoutsProbe): PayoutRow {
  const found = foundIn(answer, state.at)
  const named = (['sent', 'failed', 'open'] as const).find((name) => isOneOf(found, state[name] ?? []))
  return {
    state: named ?? null,
    taken: taken === undefined ? null : numberIn(answer, taken),
    fee: fee === undefined ? null : numberIn(answer, fee),
    withdrawal: withdrawal === undefined ? null : nameIn(answer, withdrawal),
  }
}

function isOneOf(found: unknown, values: unknown): boolean {
  return [values].flat().includes(found)
}

function foundIn({ row, text, what }: Asked, at: string): unknown {
  const found = valueAtPointer(row, at)
  if (found === undefined) throw new NotChecked(`${what} answers nothing at ${at}: ${openingOf(text)}`)
  return found
}

/** A number, also one written as text. */
function numberIn(answer: Asked, at: string): number {
  const value = valueAtPointer(answer.row, at)
  const isText = typeof value === 'string' && value.trim() !== ''
  const number = typeof value === 'number' || isText ? Number(value) : Number.NaN
  if (Number.isFinite(number)) return number
  throw new NotChecked(`${answer.what} has no number at ${at}: ${openingOf(answer.text)}`)
}

/** Null: the row stands alone. */
function nameIn({ row }: Asked, at: string): string | null {
  const value = valueAtPointer(row, at)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}
