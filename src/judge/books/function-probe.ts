import { z } from 'zod'
import { messageOf } from '../../error-code.ts'
import type { sumsKinds } from '../rules/books.ts'
import { formsOf, inEitherForm } from './either-form.ts'
import { NotChecked } from './not-checked.ts'
import type { Asking, Probe, ProbeRead } from './probe.ts'

/** An order in the merchant's books; sums in major units. */
export interface ProbedOrder {
  readonly paid: boolean
  readonly credited?: number
  /** Which order the reference pays for. Default: each reference is an order of its own. */
  readonly order?: string | number
  /** Default: what the first completed collection asked for. */
  readonly price?: number
}

/** A payout in the merchant's books; sums in major units. */
export interface ProbedPayout {
  readonly state: 'sent' | 'failed' | 'open'
  /** The sum that the user has been debited for it and not been refunded. */
  readonly taken?: number
  /** The part of it that is your own fee. Default: 0. */
  readonly fee?: number
  /** Which withdrawal the reference belongs to. Default: each reference is one of its own. */
  readonly withdrawal?: string | number
}

/** A probe of functions. Null or undefined: the books have no row. */
export interface ProbeFunctions {
  readonly order?: (reference: string) => Answered<ProbedOrder>
  readonly payout?: (reference: string) => Answered<ProbedPayout>
  /** In major units, by account number: in international digits, or in local ones if that answers null or 0. */
  readonly balance?: (customer: string) => Answered<number>
  /** `'received'`: a wallet is credited with what came. Default: `'price'`. */
  readonly sums?: (typeof sumsKinds)[number]
}

type Answered<Row> = Row | null | undefined | Promise<Row | null | undefined>

const sum = z.number()
const name = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((named) => (named == null ? null : String(named)))
const order = z.object({ paid: z.boolean(), credited: sum.nullish(), order: name, price: sum.nullish() })
const payout = z.object({
  state: z.enum(['sent', 'failed', 'open']),
  taken: sum.nullish(),
  fee: sum.nullish(),
  withdrawal: name,
})

export function functionProbe({ order: askOrder, payout: askPayout, balance, sums = 'price' }: ProbeFunctions): Probe {
  const askBalance = askingBy('balance', balance, (value) => sum.parse(value))
  return {
    sums,
    orders: askingBy('order', askOrder, (value) => {
      const { paid, credited = null, order: named, price = null } = order.parse(value)
      return { paid, credited, order: named, price }
    }),
    payouts: askingBy('payout', askPayout, (value) => {
      const { state, taken = null, fee = null, withdrawal } = payout.parse(value)
      return { state, taken, fee, withdrawal }
    }),
    balance: askBalance && ((customer) => inEitherForm(formsOf(customer), askBalance.ask)),
  }
}

function askingBy<Row>(
  called: string,
  ask: ((name: string) => unknown) | undefined,
  read: (value: unknown) => Row,
): Asking<Row> | null {
  if (ask === undefined) return null
  return {
    isGrouped: true,
    ask: async (name) => rowBy(`probe.${called}(${JSON.stringify(name)})`, () => ask(name), read),
  }
}

async function rowBy<Row>(what: string, ask: () => unknown, read: (value: unknown) => Row): Promise<ProbeRead<Row>> {
  let value: unknown
  try {
    value = (await ask()) ?? null
  } catch (error) {
    throw new NotChecked(`${what} throws: ${messageOf(error)}`)
  }
  const text = JSON.stringify(value)
  if (value === null) return { row: null, text }
  try {
    return { row: read(value), text }
  } catch (error) {
    const problem =
      error instanceof z.ZodError ? error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) : error
    throw new NotChecked(`${what} returned ${text}: ${problem}`)
  }
}

/** True for an object of which some part is a function. */
export function isOfFunctions(probe: object): probe is ProbeFunctions {
  return Object.values(probe).some((part) => typeof part === 'function')
}
