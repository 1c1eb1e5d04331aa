import type { BookAnswer, Books, OrderRow, PayoutRow } from '../../src/judge/rules/books.ts'
import { judge } from '../../src/judge/rules/judge.ts'
import type { Collection, Payout } from '../../src/judge/rules/ledger.ts'
import type { Verdict } from '../../src/judge/rules/verdict.ts'

const moved = {
  business: 'test_shop',
  currency: 'GHS',
  customer: { number: '233241234567', isPhone: true, name: 'Ama Mensah' },
  awaits: null,
  hasOtherAmount: false,
  isMisled: false,
} as const

/** A collection of a ledger; `asked` and `came` in cedis. */
export function collection(
  reference: string,
  status: Collection['status'],
  { asked = 10, came = asked, ...changes }: Partial<Collection> & { asked?: number; came?: number } = {},
): Collection {
  const [askedMinor, amountMinor] = [minor(asked), minor(came)]
  const id = `tx-${reference}`
  return { ...moved, id, position: 0, reference, status, askedMinor, amountMinor, isNumberLost: false, ...changes }
}

/** A payout of a ledger, with a fee of 1 %; `amount` in cedis. */
export function payout(
  reference: string,
  status: Payout['status'],
  { amount = 5, ...changes }: Partial<Payout> & { amount?: number } = {},
): Payout {
  const id = status === 'refused' ? null : `tx-${reference}`
  const [amountMinor, feeMinor] = [minor(amount), amount]
  return { ...moved, id, position: 1, reference, status, amountMinor, feeMinor, ...changes }
}

function minor(cedis: number): number {
  return Math.round(cedis * 100)
}

type Rows<Row> = Readonly<Record<string, Partial<Row> | null | { readonly unasked: string }>>

export interface Said {
  readonly orders?: Rows<OrderRow>
  readonly payouts?: Rows<PayoutRow>
  readonly balances?: Books['balances']
  readonly sums?: Books['sums']
}

/** Books that answer what a test says; a row that is not said is not in them. */
function books(ledger: Money, { orders, payouts, balances = null, sums = 'price' }: Said): Books {
  const order = { paid: false, credited: null, order: null, price: null }
  const withdrawal = { state: null, taken: null, fee: null, withdrawal: null }
  return {
    sums,
    orders: orders === undefined ? null : answers(ledger.collections, orders, order),
    payouts: payouts === undefined ? null : answers(ledger.payouts, payouts, withdrawal),
    balances,
  }
}

function answers<Row>(all: Money['collections'] | Money['payouts'], rows: Rows<Row>, usual: Row) {
  const byReference = new Map(
    all.map(({ reference }): [string, BookAnswer<Row>] => {
      const row = rows[reference] ?? null
      if (row !== null && 'unasked' in row) return [reference, { unasked: { why: String(row.unasked) } }]
      return [reference, { row: row && { ...usual, ...row }, text: JSON.stringify(row) }]
    }),
  )
  return { isGrouped: true, byReference }
}

interface Money {
  readonly collections: readonly Collection[]
  readonly payouts: readonly Payout[]
}

export function verdictsOn(ledger: Partial<Money>, said: Said): readonly Verdict[] {
  const whole = { collections: [], payouts: [], ...ledger }
  return judge(whole, books(whole, said))
}

/** Rules and reasons in short: `right`, `credited-twice`, `not checked: awaited`. */
export function judged(ledger: Partial<Money>, said: Said): readonly string[] {
  return verdictsOn(ledger, said).map(shortly)
}

export function shortly(verdict: Verdict): string {
  if (verdict.verdict === 'wrong') return verdict.rule
  return verdict.verdict === 'right' ? 'right' : `not checked: ${verdict.why.because}`
}
