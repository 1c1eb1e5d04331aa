import { type Body, recordIn, textAt } from './bodies.ts'
import type { RecordedEntry } from './recording.ts'
import type { RecordedTransaction, Sight } from './transactions.ts'

/** A transaction is first seen in another status. */
export interface StatusTurn extends Sight {
  readonly transaction: RecordedTransaction
  readonly status: string
}

/** Returns all records of a transaction, by time. */
export function sightsOf({ create, record, calls, webhooks }: RecordedTransaction): readonly Sight[] {
  const answers = calls.flatMap(({ entry }) => {
    const shown = recordIn(entry.response)
    return shown === null ? [] : { entry, record: shown }
  })
  const first = record === null ? [] : [{ entry: create.entry, record }]
  return [...first, ...[...answers, ...webhooks].toSorted((one, other) => one.entry.at - other.entry.at)]
}

/** Returns when a transaction is first seen in each status after its creation. */
export function turnsOf(transaction: RecordedTransaction): readonly StatusTurn[] {
  const { record, calls } = transaction
  // The call itself makes the status that answers an OTP.
  const otps = new Set<RecordedEntry>(calls.flatMap(({ question, entry }) => (question.is === 'otp' ? entry : [])))
  const seen = new Set([textAt(record, 'status') ?? 'INITIATED'])
  return sightsOf(transaction).flatMap((sight) => {
    const status = textAt(sight.record, 'status')
    if (status === null || seen.has(status)) return []
    seen.add(status)
    return status === 'PENDING' && otps.has(sight.entry) ? [] : { ...sight, transaction, status }
  })
}

/** Returns the turns to final statuses: more than one if a transfer came after the end. */
export function endsOf(transaction: RecordedTransaction): readonly StatusTurn[] {
  return turnsOf(transaction).filter(({ record }) => isFinal(record))
}

export function isFinal(record: Body | null): boolean {
  return ['COMPLETED', 'FAILED'].includes(String(record?.status))
}

/** How long a record says that it took from its creation to its last change, or null. */
export function lifeOf({ created_at, updated_at }: Body): number | null {
  const took = Date.parse(String(updated_at)) - Date.parse(String(created_at))
  return took > 0 ? took : null
}

/** How old the transaction was: by its own times if it has them, for a query sees the end later, and a webhook can come late. */
export function ageAt({ transaction, record, entry }: StatusTurn): number {
  return lifeOf(record) ?? Math.max(0, entry.at - transaction.create.entry.at)
}

/** Returns the first record that a status query shows in a status, or null. */
export function queriedAt({ calls }: RecordedTransaction, status: string): Body | null {
  const records = calls.map(({ entry }) => recordIn(entry.response))
  return records.find((record) => record?.status === status) ?? null
}
