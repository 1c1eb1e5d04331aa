import { formatDuration } from '../../domain/duration.ts'
import type { Kind } from '../../domain/happening.ts'
import type { Transaction } from '../../domain/transaction.ts'
import type { FindingRule, Noticed, Reading } from '../finding-rule.ts'

/** Create calls repeated a stored reference although the first was answered (D14). */
export function referenceUsedAgain({ duplicated, lostReplies }: Reading): readonly Noticed[] {
  // After a lost reply, asking again under the same reference is the right thing to do.
  const lost = new Set(lostReplies.map(({ id }) => id))
  return duplicated
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

/**
 * After a lost reply the call was repeated under another reference: the customer pays twice (spec 6, rule 5). No customer can pay into
 * a virtual account whose number was in the lost reply, so opening another account is right.
 */
export function* chargedAgain(reading: Reading): Iterable<Noticed | null> {
  for (const lost of reading.lostReplies.filter(({ flow }) => flow !== 'virtual-account')) {
    const again = reading.nextLike(lost, lost.createdAt + soonMs)
    yield again === null || knewOf(lost, again, reading) ? null : noticedAgain(lost, again)
  }
}

function noticedAgain(lost: Transaction, again: Transaction): Noticed {
  const later = formatDuration(again.createdAt - lost.createdAt)
  const evidence = `${again.reference} moves the same sum for the same account ${later} after ${lost.reference}, whose reply was lost: send it again under ${lost.reference}, and "Duplicate reference" says that it went through`
  return { transactionId: again.id, evidence }
}

/** True if the merchant knew by then that the first call had succeeded, so that the second order is intended, or if that cannot be seen. */
function knewOf(lost: Transaction, again: Transaction, { timeline }: Reading): boolean {
  const ends: readonly Kind[] = ['status_queried', 'webhook_delivered']
  if (lost.duplicateCreates > 0) return true
  const events = timeline(lost.id)
  return events.length === 0 || events.some(({ at, kind }) => ends.includes(kind) && at <= again.createdAt)
}
