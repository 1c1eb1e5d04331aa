import { isAccepted } from './bodies.ts'
import type { RecordedCall, Traffic } from './service-calls.ts'
import { type RecordedTransaction, transactionsIn } from './transactions.ts'

/** The calls with one key, by time. */
export interface RecordedBusiness {
  readonly key: string
  readonly calls: readonly { readonly call: RecordedCall; readonly transaction: RecordedTransaction | null }[]
  readonly transactions: readonly RecordedTransaction[]
  /** When the last entry of all was answered. */
  readonly endsAt: number
}

/** Returns a business for each key that the service accepts. Calls with other keys are the first one's. */
export function businessesIn({ calls, webhooks }: Traffic) {
  const { all, ofCall, unplaced } = transactionsIn({ calls, webhooks })
  const accepted = calls.filter(({ entry }) => isAccepted(entry))
  const [first = '', ...more] = new Set((accepted.length > 0 ? accepted : calls).map(({ key }) => key))
  const ownerOf = ({ key }: RecordedCall) => (more.includes(key) ? key : first)
  const entries = [...calls.map(({ entry }) => entry), ...webhooks]
  const endsAt = entries.reduce((end, { at, tookMs }) => Math.max(end, at + tookMs), 0)
  const businesses = [first, ...more].map((key): RecordedBusiness => {
    const own = calls.filter((call) => ownerOf(call) === key)
    return {
      key,
      calls: own.map((call) => ({ call, transaction: ofCall.get(call) ?? null })),
      transactions: all.filter(({ create }) => ownerOf(create) === key),
      endsAt,
    }
  })
  return { businesses, unplaced }
}
