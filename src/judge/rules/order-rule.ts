import { isMultiple, type Sums } from './books.ts'

export interface OrderFacts {
  readonly sums: Sums
  readonly priceMinor: number
  /** The amount of each COMPLETED collection. */
  readonly cameMinor: readonly number[]
  /** As `cameMinor`, without collections whose account number never reached the merchant: a right shop may have given them up. */
  readonly knownMinor: readonly number[]
  readonly hasOtherAmount: boolean
  /** The sum of payouts to the customer, sent and under way. */
  readonly paidBackMinor: number
}

export interface OrderBooks {
  readonly paid: boolean
  readonly creditedMinor: number | null
}

/** The findings about the money of an order. */
export const orderRules = [
  'credited-without-payment',
  'paid-short',
  'paid-not-credited',
  'credited-twice',
  'charged-twice',
  'credited-wrong-amount',
] as const
export type OrderRule = (typeof orderRules)[number]

export function cameIn({ cameMinor }: Pick<OrderFacts, 'cameMinor'>): number {
  return cameMinor.reduce((sum, one) => sum + one, 0)
}

/** Returns every sum that a right shop may have credited. */
export function rightCredits(facts: OrderFacts): readonly number[] {
  return readings(facts).flatMap(creditsFor)
}

/** What a right shop may take for paid: all that came, or only what its customers could pay. */
function readings(facts: OrderFacts): readonly [OrderFacts, ...OrderFacts[]] {
  const { cameMinor, knownMinor } = facts
  return knownMinor.length === cameMinor.length ? [facts] : [facts, { ...facts, cameMinor: knownMinor }]
}

function creditsFor(facts: OrderFacts): readonly number[] {
  const { sums, priceMinor, cameMinor, hasOtherAmount, paidBackMinor } = facts
  const came = cameIn(facts)
  const others: number[] = hasOtherAmount ? [0] : []
  if (sums === 'received' || came === 0) return [came, ...others]
  if (came < priceMinor) return [0, came]
  if (cameMinor.length === 1 || paidBackMinor >= came - priceMinor) others.push(priceMinor)
  return [came, ...others]
}

/** Returns what is wrong, or null. A wrong sum is named before a wrong state. */
export function orderFault(facts: OrderFacts, books: OrderBooks): OrderRule | null {
  const [fault, ...others] = readings(facts).map((reading) => faultFor(reading, books))
  return others.includes(null) ? null : (fault ?? null)
}

function faultFor(facts: OrderFacts, books: OrderBooks): OrderRule | null {
  const { sums, priceMinor, hasOtherAmount } = facts
  const { paid, creditedMinor } = books
  const came = cameIn(facts)
  const isCredited = creditedMinor !== null && creditedMinor !== 0
  if (hasOtherAmount && !paid && !isCredited) return null
  const isWrongSum = creditedMinor !== null && !creditsFor(facts).includes(creditedMinor)
  if (came === 0) return paid || isWrongSum ? 'credited-without-payment' : null
  if (sums === 'price' && came < priceMinor && paid) return 'paid-short'
  // `0` is right beside `paid: false` only.
  if (isWrongSum || (paid && creditedMinor === 0)) return sumFault(facts, creditedMinor)
  const isPaidRight = sums === 'received' ? paid || came !== priceMinor : paid === came >= priceMinor
  return isPaidRight ? null : 'paid-not-credited'
}

function sumFault(facts: OrderFacts, credited: number): OrderRule {
  const { priceMinor, cameMinor } = facts
  const came = cameIn(facts)
  if (came < priceMinor) return 'credited-wrong-amount'
  if (credited === 0) return 'paid-not-credited'
  const isOfFewer = cameMinor.includes(credited) || credited % priceMinor === 0
  if (credited > 0 && credited < came && cameMinor.length > 1 && isOfFewer) return 'charged-twice'
  return isMultiple(credited, priceMinor) || isMultiple(credited, came) ? 'credited-twice' : 'credited-wrong-amount'
}
