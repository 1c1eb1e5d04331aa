import { groupedBy } from '../../grouped.ts'
import { type BalanceRows, type BookAnswer, type Books, balanceKey, minorIn, noAnswers } from './books.ts'
import { rowOf, textOf, whyNone } from './groups.ts'
import { type Collection, isSameCustomer, type Ledger, type Payout } from './ledger.ts'
import { type JudgedOrder, type Orders, rightCredits } from './orders.ts'
import { isPaidBack, type JudgedPayout, wholeOf } from './payouts.ts'
import { balanceRules, ruleFor } from './table.ts'
import type { BalanceAbout, Judgement, Verdict, Why } from './verdict.ts'

interface Account {
  readonly business: string
  readonly number: string
  /** The oldest first. */
  readonly transactions: readonly [Collection | Payout, ...(Collection | Payout)[]]
  readonly orders: readonly JudgedOrder[]
  readonly payouts: readonly JudgedPayout[]
  readonly rows: BalanceRows | undefined
}

interface Judged {
  readonly orders: Orders
  readonly payouts: readonly JudgedPayout[]
}

/** Judges the balance of each customer. If an order or a payout of a customer is wrong, that says it already. */
export function judgeBalances(ledger: Ledger, books: Books, judged: Judged): readonly Verdict[] {
  if (books.balances === null) return []
  return accountsIn(ledger, books.balances, judged).flatMap((account): Verdict[] => {
    const known = [...(books.orders ? account.orders : []), ...(books.payouts ? account.payouts : [])]
    if (known.some(({ verdict }) => verdict === 'wrong')) return []
    const about = aboutOf(account, judged.orders)
    const why = whyUnclear(account, ledger) ?? (known.some(isNotChecked) ? { because: 'not-all-checked' } : null)
    if (why !== null) return [{ ...about, verdict: 'not-checked', why }]
    return [{ ...about, ...outcomeOf(about, account, ledger, books.payouts !== null) }]
  })
}

function isNotChecked({ verdict }: Judgement): boolean {
  return verdict === 'not-checked'
}

function accountsIn(
  { collections, payouts }: Ledger,
  balances: ReadonlyMap<string, BalanceRows>,
  judged: Judged,
): readonly Account[] {
  const keyOf = ({ business, customer }: Collection | Payout) => balanceKey(business, customer.number)
  const all = [...collections, ...payouts].sort((one, other) => one.position - other.position)
  return [...groupedBy(all, keyOf).values()].map((transactions) => {
    const [first] = transactions
    const key = keyOf(first)
    return {
      business: first.business,
      number: first.customer.number,
      transactions,
      orders: judged.orders.all.filter(({ collections }) => collections.some((one) => keyOf(one) === key)),
      payouts: judged.payouts.filter(({ payout }) => keyOf(payout) === key),
      rows: balances.get(key),
    }
  })
}

function aboutOf({ business, number, transactions, orders, payouts, rows }: Account, all: Orders): BalanceAbout {
  const [{ currency }] = transactions
  const [firstMinor, nowMinor] = [rows?.first, rows?.now].map((answer) => balanceIn(answer, currency))
  return {
    about: 'balance',
    business,
    references: transactions.map(({ reference }) => reference),
    transactionId: null,
    reference: null,
    currency,
    answer: textOf(rows?.now),
    number,
    balances: firstMinor == null || nowMinor == null ? null : { firstMinor, nowMinor },
    rightMinor: rightRises(orders, payouts, all),
  }
}

/** Null if it is not known. A customer without a row has nothing. */
function balanceIn(answer: BookAnswer<number> | undefined, currency: Collection['currency']): number | null {
  return answer === undefined || 'unasked' in answer ? null : minorIn(answer.row ?? 0, currency)
}

function whyUnclear({ number, business, transactions, rows }: Account, ledger: Ledger): Why | null {
  const isOther = (one: Collection | Payout) => one.customer.number === number && one.business !== business
  if ([...ledger.collections, ...ledger.payouts].some(isOther)) return { because: 'two-businesses' }
  const first = transactions.find(({ id }) => id !== null)
  const isKnown = rows?.first.reference === null
  if (!isKnown && (first === undefined || !('askedMinor' in first))) return { because: 'first-in-payout' }
  const general = whyNone(transactions, noAnswers)
  if (general !== null) return general
  if (rows === undefined || (!isKnown && rows.first.reference !== first?.reference))
    return { because: 'not-asked-first' }
  const unasked = [rows.first, rows.now].find((answer: BookAnswer<number>) => 'unasked' in answer)
  return unasked !== undefined && 'unasked' in unasked ? { because: 'unasked', ...unasked.unasked } : null
}

function outcomeOf(
  { balances, rightMinor }: BalanceAbout,
  account: Account,
  ledger: Ledger,
  arePayoutsAsked: boolean,
): Judgement {
  if (rightMinor.length > mostSums) return { verdict: 'not-checked', why: { because: 'too-many' } }
  const rose = balances === null ? 0 : balances.nowMinor - balances.firstMinor
  const rule = ruleFor(balanceRules, { rose, right: rightMinor })
  if (rule === undefined) return { verdict: 'right' }
  if (!account.transactions[0].customer.isPhone) return { verdict: 'not-checked', why: { because: 'no-phone' } }
  const { number, local = number } = account.transactions[0].customer
  // Or the probe asks for it by a number that the books do not have.
  if (rowOf(account.rows?.now) === null) return { verdict: 'not-checked', why: { because: 'no-wallet', number, local } }
  const isUnclear = !arePayoutsAsked && account.payouts.length > 0
  if (isUnclear || ledger.payouts.some((payout) => couldBeOf(account, payout, ledger))) {
    return { verdict: 'not-checked', why: { because: 'other-payouts' } }
  }
  const isUnsaid = account.payouts.some(({ books }) => books?.state === 'sent' && books.takenMinor === null)
  if (isUnsaid && rose < Math.min(...rightMinor)) return { verdict: 'not-checked', why: { because: 'fee-unknown' } }
  return { verdict: 'wrong', rule }
}

/** True for a payout to another number under the name of this customer, or of none that is known. */
function couldBeOf({ business, number, transactions: [first] }: Account, payout: Payout, ledger: Ledger): boolean {
  if (payout.business !== business) return false
  if (payout.customer.number === number) return payout.amountMinor === null
  const isKnown = ledger.collections.some(({ customer }) => isSameCustomer(customer, payout.customer))
  return !isKnown || isSameCustomer(first.customer, payout.customer)
}

/** So many right sums say nothing any more. */
const mostSums = 1000

function rightRises(orders: readonly JudgedOrder[], payouts: readonly JudgedPayout[], all: Orders): readonly number[] {
  const fees = new Map(payouts.map((judged) => [judged.payouts, judged.books?.feeMinor ?? 0]))
  const taken = [...fees].map(([withdrawal, fee]) => [
    ...takenBy(wholeOf(withdrawal), fee, all),
    ...sumsOf(withdrawal.map((payout) => takenBy(payout, fee, all))),
  ])
  return sumsOf([...orders.map(rightCredits), ...taken.map((sums) => sums.map((sum) => -sum))])
}

/** The debits that a correct shop may have made for a payout, which it may leave open until a valid webhook decides it; with its own fee. */
function takenBy(payout: Payout, ownFeeMinor: number, orders: Orders): readonly number[] {
  const { status, amountMinor, feeMinor, hasOtherAmount } = payout
  const isFree = status === 'FAILED' || status === 'refused' || isPaidBack(payout, orders)
  if (amountMinor === null || (status === 'FAILED' && !hasOtherAmount)) return [0]
  const debit = amountMinor + ownFeeMinor
  return [debit, debit + feeMinor, ...(isFree ? [0] : [])]
}

/** Every sum of one number of each list. */
function sumsOf(lists: readonly (readonly number[])[]): readonly number[] {
  let sums = new Set([0])
  for (const list of lists) {
    if (sums.size > mostSums) break
    sums = new Set([...sums].flatMap((sum) => list.map((one) => sum + one)))
  }
  return [...sums]
}
