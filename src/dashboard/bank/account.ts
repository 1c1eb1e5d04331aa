import type { AnswerOf } from '../../control/routes.ts'
import type { Kind } from '../../domain/happening.ts'
import type { LiveEvent } from '../api/live-event.ts'
import { formatSum } from '../parts/format.ts'

/** A virtual account, and how much of its sum has arrived. */
export type Account = AnswerOf<'GET /_sandbox/virtual-accounts'>['data'][number]

export type Payout = AnswerOf<'GET /_sandbox/transactions'>['data'][number]

export interface Money {
  readonly accounts: readonly Account[]
  readonly payouts: readonly Payout[]
  /** The shown account, if it is not in the list. */
  readonly older: readonly Account[]
}

/** True for the account with this number, or of this transaction. */
export const isAccount =
  (named: string | null) =>
  ({ accountNumber, transactionId }: Account): boolean =>
    named === accountNumber || named === transactionId

export function changesAccounts(event: LiveEvent): boolean {
  return event.kind === 'timeline' && accountKinds.has(event.entry.kind)
}

const accountKinds: ReadonlySet<Kind> = new Set(['created', 'transfer_received', 'action', 'settled'])

/**
 * Returns the account whose number or transaction the address names, or else the one shown before, the newest that waits for money, or the newest.
 */
export function shownAccount(
  named: string | null,
  before: string | null,
  accounts: readonly Account[],
): Account | null {
  const waiting = accounts.find(({ status }) => status === 'INITIATED')
  return accounts.find(isAccount(named)) ?? accounts.find(isAccount(before)) ?? waiting ?? accounts[0] ?? null
}

/** What a begun payment lacks, or has too much: `NGN 5.00 short`; empty if nothing. */
export function differenceWords({
  asked,
  received,
  currency,
}: Pick<Account, 'asked' | 'received' | 'currency'>): string {
  const over = hundredths(received - asked)
  if (received === 0 || over === 0) return ''
  return `${formatSum(Math.abs(over), currency)} ${over < 0 ? 'short' : 'over'}`
}

export interface Suggestion {
  readonly name: string
  readonly amounts: readonly number[]
}

/** The due sum, which is the rest once a part of it has arrived, and amounts to try beside it. A very small sum has fewer. */
export function suggestions({ due, asked }: Pick<Account, 'due' | 'asked'>): readonly Suggestion[] {
  const half = hundredths(due / 2)
  const all = [
    { name: due < asked ? 'The rest' : 'Exactly', amounts: [due] },
    { name: 'Less', amounts: [hundredths(due * 0.9)] },
    { name: 'In parts', amounts: [half, hundredths(due - half)] },
    { name: 'More', amounts: [hundredths(due * 1.1)] },
  ]
  return all.filter(
    ({ amounts: [first = 0, second] }, index) => first > 0 && second !== 0 && (index === 0 || first !== due),
  )
}

/** Every currency of virtual accounts has hundredths. */
function hundredths(amount: number): number {
  return Math.round(amount * 100) / 100
}

export function outcomeWords(account: Account, amount: number): string {
  const { asked, received, status, expired, partialPayments, lateTransfers } = account
  if (status === 'COMPLETED') return 'It is completed: the transfer is recorded but changes nothing.'
  const isLate = status === 'FAILED'
  if (isLate && !expired) return 'It has failed: the transfer is recorded but changes nothing.'
  if (isLate && lateTransfers === 'ignore')
    return 'It has expired, and late transfers are ignored: the transfer is recorded but changes nothing.'
  const late = isLate ? ', although it expired' : ''
  if (partialPayments === 'hold' && received + amount < asked)
    return 'Less than asked for: the account waits for the rest.'
  if (partialPayments === 'fail' && amount !== asked)
    return isLate
      ? 'Not the sum asked for: the transfer is recorded but changes nothing.'
      : 'Not the sum asked for: the payment fails.'
  if (received + amount === asked) return `Exactly what was asked for: the payment completes${late}.`
  return `${received + amount < asked ? 'Less' : 'More'} than asked for is accepted: the payment completes${late}.`
}
