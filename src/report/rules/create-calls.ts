import { formatDuration } from '../../domain/duration.ts'
import type { Kind } from '../../domain/happening.ts'
import type { Transaction } from '../../domain/transaction.ts'
import type { FindingRule, Noticed, Reading } from '../finding-rule.ts'

/** Create calls repeated a stored reference although the first was answered (D14). */
export function referenceUsedAgain({ reads, key, lostReplies, limit }: Reading): readonly Noticed[] {
  // After a lost reply, asking again under the same reference is the right thing to do.
  const lost = new Set(lostReplies.map(({ id }) => id))
  return reads
    .duplicated(key, limit + lost.size)
    .filter(({ id }) => !lost.has(id))
    .map(({ id: transactionId, reference, duplicateCreates }) => ({
      transactionId,
      evidence: `${reference} was sent ${duplicateCreates + 1} times: its first call was answered, and a reference names one transaction forever`,
    }))
}

/** Calls that the service always refuses: production refuses them too (spec 7). */
export const refusedCall: FindingRule = {
  rule: 'refused-call',
  level: 'info',
  section: 'spec 7',
  find: ({ refused }) => {
    const counts = new Map<string, number>()
    for (const { call, status, message } of refused) {
      const what = `${call} was answered ${status}: ${message}`
      counts.set(what, (counts.get(what) ?? 0) + 1)
    }
    return [...counts].map(([what, count]) => {
      return { transactionId: null, evidence: count === 1 ? what : `${what} (${count} times)` }
    })
  },
}

/** A second payment of the same sum this soon is unlikely to be intended. */
const soonMs = 10 * 60_000

/** After a lost reply the call was repeated under another reference: the customer pays twice (spec 6, rule 5). */
export function chargedAgain(reading: Reading): readonly Noticed[] {
  return reading.lostReplies.flatMap((lost) => {
    const again = nextLike(lost, reading)
    if (again === undefined || knewOf(lost, again, reading)) return []
    const later = formatDuration(again.createdAt - lost.createdAt)
    const evidence = `${again.reference} moves the same sum for the same account ${later} after ${lost.reference}, whose reply was lost: send it again under ${lost.reference}, and "Duplicate reference" says that it went through`
    return [{ transactionId: again.id, evidence }]
  })
}

function nextLike(lost: Transaction, { reads, key }: Reading): Transaction | undefined {
  return reads
    .createdAfter(key, { transaction: lost, until: lost.createdAt + soonMs }, 1000)
    .find(
      ({ askedMinor, customer }) =>
        askedMinor === lost.askedMinor &&
        customer.accountNumber === lost.customer.accountNumber &&
        customer.accountName === lost.customer.accountName,
    )
}

/** True if the merchant knew by then that the first call had succeeded: the second order is intended. */
function knewOf(lost: Transaction, again: Transaction, { timeline }: Reading): boolean {
  const ends: readonly Kind[] = ['status_queried', 'webhook_delivered']
  return (
    lost.duplicateCreates > 0 || timeline(lost.id).some(({ at, kind }) => ends.includes(kind) && at <= again.createdAt)
  )
}
