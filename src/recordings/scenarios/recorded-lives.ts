import { groupedBy } from '../../grouped.ts'
import { signatureSeen } from '../compare/compare-webhooks.ts'
import { objectIn, textAt } from '../read/bodies.ts'
import type { RecordedBusiness } from '../read/businesses.ts'
import type { RecordedEntry } from '../read/recording.ts'
import type { ResultNames } from '../read/results.ts'
import { type RecordedLife, recordedLife } from './recorded-life.ts'

/** A life, and the create call that it is of. */
export interface NamedLife extends RecordedLife {
  readonly entry: RecordedEntry
  readonly reference: string
}

interface Seen {
  readonly results: ResultNames
  /** All of the recording. */
  readonly webhooks: readonly RecordedEntry[]
}

/** Returns the life of each reference of a business: what the last of its calls that was not refused led to. */
export function livesIn(business: RecordedBusiness, { results, webhooks }: Seen): readonly NamedLife[] {
  const { calls, transactions, key, endsAt } = business
  const facts = {
    results,
    key,
    isSignedByKey: webhooks.some((entry) => signatureSeen(entry, key) === 'valid'),
    hasWebhooks: webhooks.length > 0,
    hasDefaultCallback: transactions.some((one) => one.webhooks.length > 0 && !one.asked.callbackURL),
    endsAt,
  }
  const creates = calls.filter(({ call }) => call.question.is === 'create')
  const byReference = groupedBy(creates, ({ call }) => textAt(objectIn(call.entry.request), 'reference'))
  return [...byReference].flatMap(([reference, all]): NamedLife[] => {
    const lives = all.flatMap(({ call, transaction }) => {
      const life = recordedLife(call, transaction, facts)
      return life === null ? [] : { life, transaction, entry: call.entry }
    })
    const main = lives.find(({ transaction }) => transaction !== null) ?? lives.at(-1)
    if (reference === null || reference === '' || main === undefined) return []
    const others = lives.filter((one) => one !== main)
    const notes = [
      ...main.life.notes,
      ...others.map(({ life, entry }) => ({
        entry,
        says: `the same reference got ${life.name} here, which one scenario cannot say`,
      })),
    ]
    return [{ ...main.life, notes, reference, entry: main.entry }]
  })
}
