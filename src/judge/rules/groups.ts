import { groupedBy } from '../../grouped.ts'
import type { BookAnswer, BookAnswers } from './books.ts'
import { type Collection, isSameCustomer, type Payout } from './ledger.ts'
import type { Judgement, Why } from './verdict.ts'

type Transactions = readonly (Collection | Payout)[]

/** Groups transactions whose rows name the same order or withdrawal; any other is alone. */
export function grouped<One extends Collection | Payout, Row>(
  all: readonly One[],
  { byReference }: BookAnswers<Row>,
  nameIn: (row: Row) => string | null,
): readonly (readonly [One, ...One[]])[] {
  const groups = groupedBy(all, ({ business, reference }) => {
    const row = rowOf(byReference.get(reference))
    const name = row === null ? null : nameIn(row)
    return JSON.stringify([business, name === null ? { alone: reference } : name])
  })
  return [...groups.values()]
}

export function rowOf<Row>(answer: BookAnswer<Row> | undefined): Row | null {
  return answer === undefined || 'unasked' in answer ? null : answer.row
}

export function textOf(answer: BookAnswer<unknown> | undefined): string | null {
  return answer === undefined || 'unasked' in answer ? null : answer.text
}

/** Returns why nothing can be said about a group, or null. */
export function whyNone(group: Transactions, { byReference }: BookAnswers<unknown>): Why | null {
  for (const { reference, awaits, isMisled } of group) {
    if (awaits !== null) return { because: 'awaited', reference, what: awaits }
    if (isMisled) return { because: 'misled', reference }
    const answer = byReference.get(reference)
    if (answer !== undefined && 'unasked' in answer) return { because: 'unasked', ...answer.unasked }
  }
  return new Set(group.map(({ currency }) => currency)).size > 1 ? { because: 'currencies' } : null
}

/**
 * What can be said about the groups of a ledger's collections or payouts: nothing about references that two businesses of a run
 * use, because the books cannot say whose their row is; and a mistake only if every row of the customer was read, because one
 * that was not may belong to the same order.
 */
export function saying(all: Transactions, answers: BookAnswers<unknown>) {
  const businesses = new Map<string, string>()
  const shared = new Set<string>()
  for (const { business, reference } of all) {
    if ((businesses.get(reference) ?? business) !== business) shared.add(reference)
    businesses.set(reference, business)
  }
  return (group: Transactions, outcome: Judgement): Judgement => {
    const isShared = group.some(({ reference }) => shared.has(reference))
    const why: Why | null = whyNone(group, answers) ?? (isShared ? { because: 'two-businesses' } : null)
    if (why !== null) return { verdict: 'not-checked', why }
    if (outcome.verdict !== 'wrong' || !answers.isGrouped) return outcome
    for (const { reference, customer } of all) {
      const answer = answers.byReference.get(reference)
      if (answer === undefined || !('unasked' in answer)) continue
      const isSame = group.some((one) => isSameCustomer(one.customer, customer))
      if (isSame) return { verdict: 'not-checked', why: { because: 'unasked', ...answer.unasked } }
    }
    return outcome
  }
}
