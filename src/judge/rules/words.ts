import { toMajor } from '../../domain/money.ts'
import { isHundredfold, unaskedText } from './books.ts'
import { cameIn, rightCredits } from './orders.ts'
import type { BalanceAbout, OrderAbout, PayoutAbout, PlainWhy, Verdict, Why } from './verdict.ts'

/** How a verdict is said. */
interface Words {
  /** "order-1", or "order 7 (order-1, order-2)". */
  readonly subject: string
  /** What the books say and what the ledger has: "order-1 was credited 21 GHS; its transaction is COMPLETED with 10.5 GHS". */
  readonly text: string
  /** What the books say, beside the ledger's row of each reference; null if they have one answer for several rows. */
  readonly shop: (reference: string) => string | null
  /** A row for all references together. */
  readonly together: BooksRow | null
}

/** A row of the sandbox's ledger and the merchant's books side by side. */
export interface BooksRow {
  /** A reference, or `together`, or `balance`. */
  readonly what: string
  readonly ledger: string
  /** Null if the books have one answer for several rows, which is in another row. */
  readonly shop: string | null
}

export function wordsOf(verdict: Verdict): Words {
  const amount = amountsOf(verdict)
  if (verdict.about === 'balance') return balanceWords(verdict, amount)
  return verdict.about === 'order' ? orderWords(verdict, amount) : payoutWords(verdict, amount)
}

type Amount = (minor: number) => string

function amountsOf({ currency }: Verdict): Amount {
  return (minor) => `${toMajor(minor, currency)} ${currency}`
}

function orderWords(order: OrderAbout & Verdict, amount: Amount): Words {
  const { collections, references, priceMinor, sums, cameMinor, hasRow, paid, creditedMinor } = order
  const came = cameIn(order)
  const subject = subjectOf(order, 'order', order.order)
  const states = collections.map(
    ({ status, amountMinor }) => `${status}${status === 'COMPLETED' ? ` with ${amount(amountMinor)}` : ''}`,
  )
  const hasPrice = sums === 'price' && came !== priceMinor
  const price = hasPrice && cameMinor.length > 0 ? `; its price is ${amount(priceMinor)}` : ''
  const credited = creditedMinor === null ? '' : `, credited ${amount(creditedMinor)}`
  const row = hasRow ? `${paid ? 'paid' : 'not paid'}${credited}` : 'no row'
  const [isAlone, isPriced] = [references.length === 1, hasPrice && came > 0]
  const ledger = `${amount(came)} came${isPriced ? `, the price is ${amount(priceMinor)}` : ''}`
  return {
    subject,
    text: `${subject} ${bookedText(order, amount)}${price}; ${its('transaction', states)}`,
    shop: () => (isAlone ? row : null),
    together: isAlone && !isPriced ? null : { what: 'together', ledger, shop: isAlone ? null : row },
  }
}

const unitHint = ' (100 times: minor units?)'

/** What the books say of an order; whether it is paid only if that is not as it should be. */
function bookedText(order: OrderAbout, amount: Amount): string {
  const { hasRow, paid, creditedMinor, sums, priceMinor } = order
  if (!hasRow) return 'is not in the books'
  const said = paid ? 'is paid' : 'is not paid'
  if (creditedMinor === null) return said
  const came = cameIn(order)
  const isAsExpected = paid === came > 0 && (!paid || sums === 'received' || came >= priceMinor)
  const isOff = [came, priceMinor].some((sum) => isHundredfold(creditedMinor, sum))
  const hint = isOff && !rightCredits(order).includes(creditedMinor) ? unitHint : ''
  const sum = `was credited ${amount(creditedMinor)}${hint}`
  return isAsExpected ? sum : `${said} and ${sum}`
}

function payoutWords(about: PayoutAbout & Verdict, amount: Amount): Words {
  const { payouts, books } = about
  const subject = subjectOf(about, 'withdrawal', about.withdrawal)
  const states = payouts.map(({ reference, status, amountMinor }) => {
    const sum = amountMinor === null ? '' : ` with ${amount(amountMinor)}`
    return `${payouts.length === 1 ? '' : `${reference} `}${status}${sum}`
  })
  const state = books?.state == null ? 'has a state that the probe does not name' : `is ${books.state}`
  const taken = books?.takenMinor ?? null
  const isOff = taken !== null && taken > 0 && isHundredfold(taken, about.payout.amountMinor ?? 0)
  const took = taken === null ? null : `took ${amount(taken)}${isOff ? unitHint : ''}`
  const booked = books === null ? 'is not in the books' : `${state}${took === null ? '' : ` and ${took}`}`
  const row = books === null ? 'no row' : `${books.state ?? 'another state'}${took === null ? '' : `, ${took}`}`
  return {
    subject,
    text: `${subject} ${booked}; ${its('payout', states)}`,
    shop: (reference) => (about.reference === reference ? row : null),
    together: null,
  }
}

function balanceWords({ number, balances, rightMinor }: BalanceAbout, amount: Amount): Words {
  const right = rightMinor.slice(0, 3).map(amount).join(' or ')
  const { firstMinor, nowMinor } = balances ?? { firstMinor: 0, nowMinor: 0 }
  const rose = `rose by ${amount(nowMinor - firstMinor)}`
  const subject = `the balance of ${number}`
  const shop = `${rose}, from ${amount(firstMinor)} to ${amount(nowMinor)}`
  return {
    subject,
    text: `${subject} ${rose}; the transactions of this customer come to ${right}`,
    shop: () => null,
    together: { what: 'balance', ledger: `must rise by ${right}`, shop },
  }
}

function subjectOf({ reference, references }: Verdict, kind: string, name: string | null): string {
  return references.length === 1 || name === null ? `${reference}` : `${kind} ${name} (${references.join(', ')})`
}

function its(what: string, states: readonly string[]): string {
  return states.length === 1 ? `its ${what} is ${states[0]}` : `its ${what}s are ${states.join(' and ')}`
}

/** Longer answers are cut. */
const shownLength = 200

/** What the books and the ledger say, and the probe's answer. */
export function evidenceText(verdict: Verdict): string {
  const { answer } = verdict
  const shown = answer === null || answer.length <= shownLength ? answer : `${answer.slice(0, shownLength)}…`
  return `${wordsOf(verdict).text}.${shown === null ? '' : ` The probe answered: ${shown}`}`
}

/** Formats why there is no verdict. Without the subject, `isBare`, the same reason is the same text for every row. */
export function whyText(why: Why, verdict: Verdict, isBare = false): string {
  switch (why.because) {
    case 'unasked':
      return unaskedText(why)
    case 'awaited':
      return `the ${why.what === 'webhook' ? 'webhook' : 'next step'} of ${why.reference} is still to come`
    case 'misled':
      return `a webhook of ${why.reference} was made by hand and said something else`
    case 'no-wallet':
      return `no wallet under ${why.number}${why.local === why.number ? '' : ` or ${why.local}`}`
    case 'first-in-payout':
      return 'the balance of a customer who was first seen in a payout'
    case 'unnamed': {
      const surplus = surplusText(verdict)
      return surplus === null ? evidenceText(verdict) : about(verdict, surplus, isBare)
    }
    default:
      return about(verdict, reasons[why.because], isBare)
  }
}

function about(verdict: Verdict, reason: string, isBare: boolean): string {
  return isBare ? reason : `${wordsOf(verdict).subject}: ${reason}`
}

/** Of a payout that was sent, for which the books took more; null for any other. */
function surplusText(verdict: Verdict): string | null {
  if (verdict.about !== 'payout' || verdict.payout.status !== 'COMPLETED') return null
  const { payout, books } = verdict
  const [sent, taken] = [payout.amountMinor ?? 0, books?.takenMinor ?? 0]
  if (books?.state !== 'sent' || taken <= sent) return null
  const [took, sends] = [taken, sent].map(amountsOf(verdict))
  return `it took ${took} and sent ${sends}: if the rest is your own fee, name it with \`fee\` in the probe's payouts`
}

const reasons: Readonly<Record<PlainWhy, string>> = {
  'two-businesses': 'two businesses of this run use the same name',
  currencies: 'its transactions have several currencies',
  prices: 'the probe names several prices for one order',
  amounts: 'its payouts may be its parts',
  'not-asked-first': 'the balance was not known before the first transaction',
  'other-payouts': 'payouts to other numbers, or that the probe does not ask about, may be from it',
  'fee-unknown': 'the probe names no `taken` of payouts, so a fee of your own is not known',
  'may-be-refunded': 'a payout of the same sum may have paid it back, which `payouts` in the probe would show',
  'not-all-checked': 'not every order and payout of this customer could be checked',
  'no-phone': 'it is not a phone number of its currency, so your books may know the customer by another',
  'too-many': 'too many different sums would be right',
}
