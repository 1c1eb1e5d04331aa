import { isMultiple, type PayoutRow } from './books.ts'
import type { Payout } from './ledger.ts'

/** What the books must not say about money. The first rule of a kind whose condition holds is the finding. */
interface Rule<Rules extends string, Reading> {
  readonly rule: Rules
  readonly when: (reading: Reading) => boolean
  /** The part of the specification that it rests on. */
  readonly section?: string
}

/** One way to read an order. Sums are in minor units. */
export interface OrderReading {
  /** False for a wallet that is credited with what came. */
  readonly isPriced: boolean
  readonly price: number
  readonly came: number
  /** What came, by collection. */
  readonly parts: readonly number[]
  readonly paid: boolean
  readonly credited: number | null
  readonly isWrongSum: boolean
}

const again = 'spec 6 (5), 8 (2)'

/** A wrong sum is named before a wrong state. */
export const orderRules = [
  { rule: 'credited-without-payment', when: ({ came, paid, isWrongSum }) => came === 0 && (paid || isWrongSum) },
  { rule: 'paid-short', when: ({ isPriced, came, price, paid }) => isPriced && came < price && paid },
  {
    rule: 'paid-not-credited',
    when: ({ isWrongSum, isPriced, credited, came, price, paid }) => {
      if (isWrongSum) return credited === 0 && came >= price
      return came > 0 && (isPriced ? paid !== came >= price : !paid && came === price)
    },
  },
  {
    rule: 'charged-twice',
    section: again,
    when: ({ isWrongSum, credited, came, price, parts }) => {
      if (!isWrongSum || credited === null || credited <= 0 || parts.length < 2) return false
      return price <= came && credited < came && (parts.includes(credited) || credited % price === 0)
    },
  },
  {
    rule: 'credited-twice',
    when: ({ isWrongSum, credited, came, price }) =>
      isWrongSum && price <= came && [price, came].some((sum) => isMultiple(credited ?? 0, sum)),
  },
  { rule: 'credited-wrong-amount', when: ({ isWrongSum }) => isWrongSum },
] as const satisfies readonly Rule<string, OrderReading>[]

/** One way to read a payout: as it is, or as its withdrawal. */
export interface PayoutReading {
  readonly status: Payout['status']
  readonly state: PayoutRow['state'] | 'no row'
  readonly taken: Taken
}

/**
 * `all`: the amount, with or without its fee; `more`: a multiple of it; `another`: of a withdrawal with one payout, less than was sent or
 * a sum in another unit; `some`: the refused call did not say how much; `back`: more was given back than taken.
 */
export type Taken = 'unsaid' | 'nothing' | 'back' | 'some' | 'all' | 'more' | 'another' | 'odd'

type States = readonly PayoutReading['state'][] | null

/** A rule about payouts with some states in the books, null for any, of which some sum was taken. */
function of<Name extends string>(kind: string, rule: Name, states: States, taken?: readonly Taken[]) {
  const when = (reading: PayoutReading) => {
    const isState = states === null || states.includes(reading.state)
    const own = reading.status === 'INITIATED' || reading.status === 'PENDING' ? 'open' : reading.status
    return own === kind && isState && (taken === undefined || taken.includes(reading.taken))
  }
  return { rule, when }
}

/** A payout that no rule is about is unclear: neither right nor one of the known mistakes. */
export const payoutRules = [
  of('COMPLETED', 'sent-and-given-back', ['no row']),
  of('COMPLETED', 'sent-and-given-back', null, ['nothing']),
  of('COMPLETED', 'taken-twice', null, ['more']),
  of('COMPLETED', 'told-failed', ['failed']),
  of('COMPLETED', 'sent-wrong-amount', ['sent'], ['another']),
  of('COMPLETED', 'right', ['sent'], ['all', 'unsaid']),
  of('FAILED', 'right', ['no row']),
  of('FAILED', 'not-given-back', null, ['all', 'more']),
  of('FAILED', 'given-back-twice', null, ['back']),
  of('FAILED', 'told-sent', ['sent']),
  of('FAILED', 'right', ['failed'], ['nothing', 'unsaid']),
  of('open', 'given-back-while-open', ['no row']),
  of('open', 'given-back-while-open', null, ['nothing', 'back']),
  of('open', 'told-too-early', ['sent', 'failed']),
  of('open', 'right', ['open'], ['all', 'unsaid']),
  of('refused', 'right', ['no row']),
  of('refused', 'told-sent', ['sent']),
  of('refused', 'right', ['open'], ['all', 'some', 'unsaid']),
  of('refused', 'right', ['failed'], ['nothing', 'unsaid']),
  { ...of('refused', 'kept-after-refusal', ['failed'], ['all', 'some', 'more']), section: 'spec 7' },
] satisfies readonly Rule<string, PayoutReading>[]

/** Of a withdrawal with several payouts. */
export const withdrawalRules = [
  { rule: 'paid-out-twice', section: again, when: (all) => all.filter(isCompleted).length > 1 },
] as const satisfies readonly Rule<string, readonly Payout[]>[]

function isCompleted({ status }: Payout): boolean {
  return status === 'COMPLETED'
}

/** How much a balance rose, and every sum that would be right. */
interface BalanceReading {
  readonly rose: number
  readonly right: readonly number[]
}

export const balanceRules = [
  { rule: 'balance-wrong', when: ({ rose, right }) => !right.some((sum) => Math.abs(sum - rose) < 0.01) },
] as const satisfies readonly Rule<string, BalanceReading>[]

const all: readonly Omit<Rule<NamedRule, never>, 'when'>[] = [
  ...orderRules,
  ...payoutRules,
  ...withdrawalRules,
  ...balanceRules,
]
type NamedRule = (typeof orderRules | typeof payoutRules | typeof withdrawalRules | typeof balanceRules)[number]['rule']
export type MoneyRule = Exclude<NamedRule, 'right'>

/** Every rule about money. Each fails a run, also one without `--fail-on`. */
export const moneyRules: readonly string[] = [...new Set(all.map(({ rule }) => rule))].filter(
  (rule) => rule !== 'right',
)

export function sectionOf(rule: MoneyRule): string {
  return all.find((one) => one.rule === rule)?.section ?? 'spec 3, 6'
}

/** The first rule that is about a reading; undefined for none. */
export function ruleFor<Rules extends string, Reading>(
  rules: readonly Rule<Rules, Reading>[],
  reading: Reading,
): Rules | undefined {
  return rules.find(({ when }) => when(reading))?.rule
}
