import { groupedBy } from '../../grouped.ts'
import { signatureSeen } from '../compare/compare-webhooks.ts'
import { objectIn, textAt } from '../read/bodies.ts'
import type { RecordedBusiness } from '../read/businesses.ts'
import type { RecordedEntry } from '../read/recording.ts'
import type { ResultNames } from '../read/results.ts'
import type { RecordedTransaction } from '../read/transactions.ts'
import { ageAt, endsOf } from '../read/turns.ts'
import type { Note } from './recorded-end.ts'
import { type RecordedLife, recordedLife } from './recorded-life.ts'

/** A life, and the create call that it is of. */
export interface NamedLife extends RecordedLife {
  readonly entry: RecordedEntry
  /** Null if the call made none. */
  readonly transaction: RecordedTransaction | null
  readonly reference: string
}

interface Seen {
  readonly results: ResultNames
  /** All of the recording. */
  readonly webhooks: readonly RecordedEntry[]
}

const wider = 'its match may fit other references too: * and ? stand for any text there'

/** Returns the life of each reference of a business: what the last of its calls that was not refused led to; and the refused ones. */
export function livesIn(business: RecordedBusiness, { results, webhooks }: Seen) {
  const { calls, transactions, key, endsAt } = business
  const facts = {
    results,
    key,
    isSignedByKey: webhooks.some((entry) => signatureSeen(entry, key) === 'valid'),
    hasWebhooks: webhooks.length > 0,
    hasDefaultCallback: transactions.some((one) => one.webhooks.length > 0 && !one.asked.callbackURL),
    overtaken: overtakenIn(transactions),
    endsAt,
  }
  const refused: Note[] = []
  const creates = calls.filter(({ call }) => call.question.is === 'create')
  const byReference = groupedBy(creates, ({ call }) => textAt(objectIn(call.entry.request), 'reference'))
  const lives = [...byReference].flatMap(([reference, all]): NamedLife[] => {
    const lives = all.flatMap(({ call, transaction }) => {
      const life = recordedLife(call, transaction, facts)
      if (life !== null) return { life, transaction, entry: call.entry }
      const says = `refused with ${call.entry.status}, by what it asks or with an answer that no scenario has`
      refused.push({ entry: call.entry, says })
      return []
    })
    const main = lives.find(({ transaction }) => transaction !== null) ?? lives.at(-1)
    if (reference === null || reference === '' || main === undefined) return []
    const others = lives.filter((one) => one !== main)
    const notes = [
      ...main.life.notes,
      ...(/[*?]/.test(reference) ? [{ entry: main.entry, says: wider }] : []),
      ...others.map(({ life, entry }) => ({
        entry,
        says: `the same reference got ${life.name} here, which one scenario cannot say`,
      })),
    ]
    return [{ ...main.life, notes, reference, entry: main.entry, transaction: main.transaction }]
  })
  return { lives, refused }
}

function overtakenIn(transactions: readonly RecordedTransaction[]): ReadonlySet<RecordedEntry> {
  const firsts = transactions.flatMap((transaction) => {
    const [[end], [first]] = [endsOf(transaction), transaction.webhooks]
    return end && first ? { entry: first.entry, endedAt: transaction.create.entry.at + ageAt(end) } : []
  })
  let latest = 0
  const overtaken = firsts
    .toSorted((one, other) => one.entry.at - other.entry.at)
    .filter(({ endedAt }) => {
      latest = Math.max(latest, endedAt)
      return endedAt < latest
    })
  return new Set(overtaken.map(({ entry }) => entry))
}
