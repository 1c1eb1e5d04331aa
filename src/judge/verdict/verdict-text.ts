import { toMajor } from '../../domain/money.ts'
import { unaskedText } from '../books/not-checked.ts'
import { cameIn, rightCredits } from '../rules/order-rule.ts'
import type { BalanceAbout, MoneyRule, OrderAbout, PayoutAbout, Verdict, Why } from '../rules/verdict.ts'

/** Longer answers are cut. */
const shownLength = 200

/** Formats what the books say and what the ledger has: "order-1 was credited 21 GHS; its transaction is COMPLETED with 10.5 GHS". */
export function verdictText(verdict: Verdict): string {
  if (verdict.about === 'balance') return balanceText(verdict)
  return verdict.about === 'order' ? orderText(verdict) : payoutText(verdict)
}

/** The same with the probe's answer. */
export function evidenceText(verdict: Verdict): string {
  const { answer } = verdict
  const shown = answer === null || answer.length <= shownLength ? answer : `${answer.slice(0, shownLength)}…`
  return `${verdictText(verdict)}.${shown === null ? '' : ` The probe answered: ${shown}`}`
}

/** Formats why there is no verdict. */
export function whyText(why: Why, verdict: Verdict): string {
  switch (why.because) {
    case 'unasked':
      return unaskedText(why)
    case 'awaited':
      return `the ${why.what === 'webhook' ? 'webhook' : 'next step'} of ${why.reference} is still to come`
    case 'misled':
      return `a webhook of ${why.reference} was made by hand and said something else`
    case 'first-in-payout':
      return 'the balance of a customer who was first seen in a payout'
    case 'unnamed':
      return evidenceText(verdict)
    default:
      return `${subjectOf(verdict)}: ${reasons[why.because]}`
  }
}

type Plain = Exclude<Why['because'], 'unasked' | 'awaited' | 'misled' | 'first-in-payout' | 'unnamed'>

const reasons: Readonly<Record<Plain, string>> = {
  'two-businesses': 'two businesses of this run use the same name',
  currencies: 'its transactions have several currencies',
  prices: 'the probe names several prices for one order',
  amounts: 'its payouts have several amounts, so they may be its parts',
  'not-asked-first': 'the balance was not known before the first transaction',
  'other-payouts': 'payouts to other numbers, or that the probe does not ask about, may be from it',
  'not-all-checked': 'not every order and payout of this customer could be checked',
  'no-phone': 'it is not a phone number of its currency, so your books may know the customer by another',
  'too-many': 'too many different sums would be right',
}

/** The part of the specification that a rule rests on. */
export function sectionOf(rule: MoneyRule): string {
  if (rule === 'charged-twice' || rule === 'paid-out-twice') return 'spec 6 (5), 8 (2)'
  return rule === 'kept-after-refusal' ? 'spec 7' : 'spec 3, 6'
}

function subjectOf(verdict: Verdict): string {
  if (verdict.about === 'balance') return `the balance of ${verdict.number}`
  const [kind, name] = verdict.about === 'order' ? ['order', verdict.order] : ['withdrawal', verdict.withdrawal]
  return verdict.references.length === 1 || name === null
    ? `${verdict.reference}`
    : `${kind} ${name} (${verdict.references.join(', ')})`
}

function orderText(order: Extract<Verdict, { readonly about: 'order' }>): string {
  const { currency, collections, priceMinor, sums, cameMinor } = order
  const came = cameIn(order)
  const states = collections.map(
    ({ status, amountMinor }) =>
      `${status}${status === 'COMPLETED' ? ` with ${amountText(amountMinor, currency)}` : ''}`,
  )
  const ledger =
    collections.length === 1 ? `its transaction is ${states[0]}` : `its transactions are ${states.join(' and ')}`
  const hasPrice = sums === 'price' && cameMinor.length > 0 && came !== priceMinor
  const price = hasPrice ? `; its price is ${amountText(priceMinor, currency)}` : ''
  return `${subjectOf(order)} ${bookedText(order)}${price}; ${ledger}`
}

/** What the books say of an order; whether it is paid only if that is not as it should be. */
function bookedText(order: OrderAbout): string {
  const { hasRow, paid, creditedMinor, currency, sums, priceMinor } = order
  if (!hasRow) return 'is not in the books'
  const said = paid ? 'is paid' : 'is not paid'
  if (creditedMinor === null) return said
  const came = cameIn(order)
  const isAsExpected = paid === came > 0 && (!paid || sums === 'received' || came >= priceMinor)
  const sum = `was credited ${amountText(creditedMinor, currency)}${hintOf(order, creditedMinor)}`
  return isAsExpected ? sum : `${said} and ${sum}`
}

/** A factor of 100 is a sum in the wrong unit. */
function hintOf(order: OrderAbout, credited: number): string {
  const isOff = [cameIn(order), order.priceMinor].some((sum) => credited === 100 * sum || sum === 100 * credited)
  return isOff && !rightCredits(order).includes(credited) ? ' (100 times: minor units?)' : ''
}

function payoutText(verdict: Extract<Verdict, { readonly about: 'payout' }>): string {
  const { payouts, currency } = verdict
  const states = payouts.map(({ reference, status, amountMinor }) => {
    const amount = amountMinor === null ? '' : ` with ${amountText(amountMinor, currency)}`
    return `${payouts.length === 1 ? '' : `${reference} `}${status}${amount}`
  })
  const ledger = payouts.length === 1 ? `its payout is ${states[0]}` : `its payouts are ${states.join(' and ')}`
  return `${subjectOf(verdict)} ${takenText(verdict)}; ${ledger}`
}

/** What the books say of a payout. */
function takenText({ books, currency }: PayoutAbout): string {
  if (books === null) return 'is not in the books'
  const state = books.state === null ? 'has a state that the probe does not name' : `is ${books.state}`
  return books.takenMinor === null ? state : `${state} and took ${amountText(books.takenMinor, currency)}`
}

function balanceText({ number, currency, balances, rightMinor }: BalanceAbout): string {
  const rose = (balances?.nowMinor ?? 0) - (balances?.firstMinor ?? 0)
  const right = rightMinor.slice(0, 3).map((minor) => amountText(minor, currency))
  return `the balance of ${number} rose by ${amountText(rose, currency)}; the transactions of this customer come to ${right.join(' or ')}`
}

function amountText(minor: number, currency: Verdict['currency']): string {
  return `${toMajor(minor, currency)} ${currency}`
}
