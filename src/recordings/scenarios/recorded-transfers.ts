import type { WrittenScenario } from '../../scenarios/language/file.ts'
import { type Body, partyIn } from '../read/bodies.ts'
import { roundedDuration } from '../read/near-times.ts'
import type { ResultNames } from '../read/results.ts'
import type { RecordedTransaction } from '../read/transactions.ts'
import { ageAt, queriedAt, type StatusTurn } from '../read/turns.ts'
import type { Note } from './recorded-end.ts'

interface PaidAccount {
  readonly name: string
  readonly life: WrittenScenario
  readonly notes: readonly Note[]
}

/** A virtual account lives 30 minutes, unless the settings say otherwise (D30). */
const usualLifetimeMs = 30 * 60_000

/** Returns what was paid into a virtual account, and when; null if it failed for another reason. `late`: what came after its end. */
export function transfersOf(
  transaction: RecordedTransaction,
  end: StatusTurn,
  late: StatusTurn | undefined,
  results: ResultNames,
): PaidAccount | null {
  const { entry } = transaction.create
  const paid = end.status === 'COMPLETED' ? end : late
  const failure = end === paid ? undefined : results.of(end.record)?.name
  const isExpired = failure === 'expired'
  if (failure === 'invalid_amount') {
    const life = { after: roundedDuration(ageAt(end)), outcome: { failed: failure } }
    return {
      name: 'invalid-amount',
      life,
      notes: [{ entry, says: 'the sum that was transferred is not in the recording' }],
    }
  }
  if (paid === undefined && !isExpired) return null
  const expires = isExpired ? { expires: roundedDuration(ageAt(end)) } : {}
  if (paid === undefined) {
    const notes = [{ entry, says: 'transfers that were not taken are not in the recording' }]
    return { name: 'expired', life: { ...expires, transfers: [], outcome: 'expired' }, notes }
  }
  const age = ageAt(paid)
  const { pay, isOther } = sumOf(transaction, paid)
  const lives = !isExpired && age >= usualLifetimeMs
  return {
    name: isExpired ? 'paid-late' : isOther ? 'paid-other-sum' : 'paid',
    life: {
      ...(lives ? { expires: roundedDuration(age * 1.2) } : expires),
      ...(isOther ? { partialPayments: 'accept' as const } : {}),
      ...(isExpired ? { lateTransfers: 'accept' as const } : {}),
      transfers: [{ pay, after: roundedDuration(age) }],
    },
    notes: [
      { entry, says: 'transfers before the last one are not in the recording' },
      ...(lives ? [{ entry, says: 'how long the account lives is not in the recording' }] : []),
    ],
  }
}

/** The sum that was taken for the payment: a share, if it is one of at most two decimals. */
function sumOf(transaction: RecordedTransaction, paid: StatusTurn): { pay: number | `${number}%`; isOther: boolean } {
  const asked = amountOf(partyIn(transaction.asked))
  const taken = amountOf(queriedAt(transaction, paid.status) ?? paid.record)
  const share = Math.round((taken / asked) * 10_000) / 100
  const isShare = share > 0 && Math.round(asked * share) === Math.round(taken * 100)
  return { pay: isShare ? `${share}%` : taken, isOther: taken !== asked }
}

export function amountOf({ amount }: Body): number {
  return Number(amount)
}
