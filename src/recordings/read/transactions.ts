import type { Flow } from '../../domain/transaction.ts'
import { type Body, cutRecordIn, isAccepted, isFault, objectIn, recordIn, textAt } from './bodies.ts'
import type { RecordedEntry } from './recording.ts'
import type { RecordedCall, Traffic } from './service-calls.ts'

/** A transaction of the recording: its create call, and all that is about it, by time. */
export interface RecordedTransaction {
  readonly create: RecordedCall
  readonly flow: Flow
  readonly asked: Body
  /** Null if no answer and no webhook shows it. */
  readonly id: string | null
  /** As the create call answered it; null if the answer was lost. */
  readonly record: Body | null
  /** OTPs and status queries. */
  readonly calls: readonly RecordedCall[]
  readonly webhooks: readonly Sight[]
  /** Webhooks whose body breaks off, with the beginning of their record. */
  readonly broken: readonly Sight[]
}

/** A record, and the entry that shows it. */
export interface Sight {
  readonly entry: RecordedEntry
  readonly record: Body
}

export interface Transactions {
  readonly all: readonly RecordedTransaction[]
  readonly ofCall: ReadonlyMap<RecordedCall, RecordedTransaction>
  /** Webhooks and calls about transactions that no call creates. */
  readonly unplaced: Readonly<Record<'webhook' | 'call', readonly RecordedEntry[]>>
}

interface Created {
  readonly call: RecordedCall
  readonly flow: Flow
  readonly asked: Body
  readonly record: Body | null
  readonly webhooks: Sight[]
  readonly broken: Sight[]
}

/** Groups calls and webhooks into transactions, by their ids and references. */
export function transactionsIn({ calls, webhooks }: Pick<Traffic, 'calls' | 'webhooks'>): Transactions {
  const created = calls.flatMap((call): Created[] => {
    const { question, entry } = call
    const asked = objectIn(entry.request)
    // The answer to a call without one can have been lost.
    if (question.is !== 'create' || asked === null || !(isAccepted(entry) || isFault(entry))) return []
    const record = isAccepted(entry) ? recordIn(entry.response) : null
    return [{ call, flow: question.flow, asked, record, webhooks: [], broken: [] }]
  })
  const byId = new Map(created.toReversed().map((one) => [textAt(one.record, 'id'), one]))
  const byReference = new Map(created.toReversed().map((one) => [textAt(one.asked, 'reference'), one]))
  for (const map of [byId, byReference]) map.delete(null)
  const strays: RecordedEntry[] = []
  for (const entry of webhooks) {
    const whole = recordIn(entry.request)
    const record = whole ?? cutRecordIn(entry.request)
    const id = textAt(record, 'id')
    const owner = byId.get(id) ?? byReference.get(textAt(record, 'reference_business'))
    const isOther = id !== null && owner?.record && textAt(owner.record, 'id') !== id
    if (record === null || owner === undefined || isOther) strays.push(entry)
    else owner[whole === null ? 'broken' : 'webhooks'].push({ entry, record })
  }
  return placed(calls, created, strays)
}

function placed(
  calls: readonly RecordedCall[],
  created: readonly Created[],
  strays: readonly RecordedEntry[],
): Transactions {
  const kept = created.filter(
    ({ call, webhooks, broken }) => isAccepted(call.entry) || webhooks.length + broken.length > 0,
  )
  const later = new Map<string, RecordedCall[]>()
  for (const call of calls) {
    const id = idIn(call)
    if (id !== null) later.set(id, [...(later.get(id) ?? []), call])
  }
  const all = kept.map(({ call, ...rest }): RecordedTransaction => {
    const [shown] = [...rest.webhooks, ...rest.broken]
    const id = textAt(rest.record, 'id') ?? textAt(shown?.record ?? null, 'id')
    return { ...rest, create: call, id, calls: (id !== null && later.get(id)) || [] }
  })
  const ofCall = new Map(
    all.flatMap((transaction) =>
      [transaction.create, ...transaction.calls].map((call) => [call, transaction] as const),
    ),
  )
  const lost = calls.filter((call) => idIn(call) !== null && isAccepted(call.entry) && !ofCall.has(call))
  return { all, ofCall, unplaced: { webhook: strays, call: lost.map(({ entry }) => entry) } }
}

/** The transaction that a status query or an OTP is about. */
export function idIn({ question, entry }: RecordedCall): string | null {
  if (question.is === 'query') return question.id
  const body = question.is === 'otp' ? objectIn(entry.request) : null
  return textAt(body, 'id') ?? textAt(body, 'transactionId')
}
