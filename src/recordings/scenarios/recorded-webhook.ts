import type { WrittenScenario } from '../../scenarios/language/file.ts'
import { signatureSeen } from '../compare/compare-webhooks.ts'
import { isAccepted, partyIn, recordIn } from '../read/bodies.ts'
import { roundedDuration } from '../read/near-times.ts'
import type { RecordedEntry } from '../read/recording.ts'
import type { RecordedTransaction } from '../read/transactions.ts'
import { ageAt, queriedAt, sightsOf } from '../read/turns.ts'
import { allowedFields } from '../record/allowed-fields.ts'
import type { Note, RecordedEnd } from './recorded-end.ts'
import { amountOf } from './recorded-transfers.ts'

type Webhook = NonNullable<WrittenScenario['webhook']>

export interface WebhookFacts {
  /** The key of the calls, with which webhooks can be signed. */
  readonly key: string
  /** True if a webhook of the recording is signed with that key. */
  readonly isSignedByKey: boolean
  /** True if the recording has webhooks, so that a missing one shows something. */
  readonly hasWebhooks: boolean
  /** True if a business without a callback in its calls gets webhooks. */
  readonly hasDefaultCallback: boolean
  /** Webhooks that came after the one of a transaction that ended later. */
  readonly overtaken: ReadonlySet<RecordedEntry>
  readonly endsAt: number
}

interface WebhookOfEnd {
  readonly webhook: Webhook
  readonly isBeforeReply: boolean
  readonly notes: readonly Note[]
}

/** Copies leave together; what comes later than this is another one. */
const togetherMs = 250
/** A webhook takes a moment to arrive. */
const shortestDelayMs = 1000
/** A webhook that has not come by then is missing. */
const longestWaitMs = 60_000

/** Returns how the webhook of a final status came. What the merchant answered is left out: his own server answers. */
export function webhookOf(transaction: RecordedTransaction, end: RecordedEnd, facts: WebhookFacts): WebhookOfEnd {
  const none = { webhook: {}, isBeforeReply: false, notes: [] }
  if (end.at === null) return none
  const broken = transaction.broken.map(({ entry }) => entry)
  const own = transaction.webhooks.map(({ entry }) => entry)
  const all = [...own, ...broken].toSorted((one, other) => one.at - other.at)
  // A transfer after the expiry has its own webhook, in the sandbox too.
  const status = end.turn?.status ?? 'COMPLETED'
  const sent = all.filter((entry) =>
    [status, undefined].includes(recordIn(entry.request)?.status as string | undefined),
  )
  const [first] = sent
  if (first === undefined) return { ...none, ...missing(transaction, end.at, facts) }
  const isBeforeReply = cameBeforeReply(first, transaction, end)
  const delayMs = first.at - end.at
  const isLate = !isBeforeReply && delayMs >= shortestDelayMs
  const delay = isBeforeReply ? { delay: 'before-reply' as const } : isLate ? { delay: roundedDuration(delayMs) } : {}
  const body = bodyOf(transaction, first, status, broken.includes(first))
  const signature = signaturesOf(sent, facts)
  return {
    webhook: { ...delay, ...copiesIn(sent), ...signature.webhook, ...body.webhook },
    isBeforeReply,
    notes: [
      ...(isLate
        ? [{ entry: first, says: 'why it came late is not in the recording, nor attempts that never arrived' }]
        : facts.overtaken.has(first)
          ? [
              {
                entry: first,
                says: 'it came after the webhook of a transaction that ended later: see hold and release',
              },
            ]
          : []),
      ...signature.notes,
      ...body.notes.map((says) => ({ entry: first, says })),
    ],
  }
}

function missing(transaction: RecordedTransaction, endedAt: number, facts: WebhookFacts) {
  const { entry } = transaction.create
  const hasAddress = typeof transaction.asked.callbackURL === 'string' || facts.hasDefaultCallback
  if (!facts.hasWebhooks || !hasAddress) return {}
  const waited = facts.endsAt - endedAt
  if (waited < longestWaitMs) {
    return { notes: [{ entry, says: `no webhook came in the ${roundedDuration(waited)} until the recording ends` }] }
  }
  const notes = [{ entry, says: 'no webhook that names it came; attempts that never arrived are not in the recording' }]
  return { webhook: { drop: true as const }, notes }
}

/** A reply that was only slow, and came after a payment that took its time, is a delay of the reply. */
function cameBeforeReply(
  { at }: RecordedEntry,
  { create, record }: RecordedTransaction,
  { turn }: RecordedEnd,
): boolean {
  const { entry } = create
  if (!isAccepted(entry) || record === null || turn === null || at >= entry.at + entry.tookMs) return false
  return entry.tookMs < shortestDelayMs || ageAt(turn) < shortestDelayMs
}

/** A webhook that follows an accepted one, or comes at the same moment, is a copy; the rest are retries. */
function copiesIn(sent: readonly RecordedEntry[]): Webhook {
  const [first, ...rest] = sent
  if (first === undefined) return {}
  const copies = rest.filter((one, index) => {
    const before = sent[index]
    return before !== undefined && (isAccepted(before) || one.at - before.at < togetherMs)
  })
  const [second] = copies
  if (second === undefined) return {}
  const spacingMs = second.at - first.at
  const spacing = spacingMs < togetherMs ? {} : { spacing: roundedDuration(spacingMs) }
  return { copies: Math.min(copies.length + 1, 20), ...spacing }
}

function signaturesOf(sent: readonly RecordedEntry[], { key, isSignedByKey }: WebhookFacts) {
  const notes: Note[] = []
  const all = sent.map((entry) => {
    const seen = signatureSeen(entry, key)
    if (seen === 'valid' || (seen === 'other' && !isSignedByKey) || seen === 'unknown') return 'valid' as const
    if (seen === 'missing') return seen
    notes.push({ entry, says: 'its signature is corrupt, or made with another key: the recording does not show which' })
    return 'wrong-key' as const
  })
  const last = all.findLastIndex((one, index) => one !== all[index - 1])
  const [only, ...more] = all.slice(0, last + 1)
  if (only === undefined || (only === 'valid' && more.length === 0)) return { webhook: {}, notes: [] }
  return { webhook: { signature: more.length === 0 ? only : [only, ...more] }, notes }
}

function bodyOf(
  transaction: RecordedTransaction,
  webhook: RecordedEntry,
  status: string,
  isBroken: boolean,
): { readonly webhook: Webhook; readonly notes: readonly string[] } {
  const text = webhook.request.body ?? ''
  if (isBroken) return { webhook: { body: 'truncated' }, notes: [] }
  const record = recordIn(webhook.request)
  const queried = queriedAt(transaction, status)
  // Without a status query, a virtual account shows only there what was paid.
  const truth = queried ?? (transaction.flow === 'virtual-account' ? null : partyIn(transaction.asked))
  if (record === null) return { webhook: {}, notes: [] }
  // Not of a record without an amount.
  if (truth !== null && Math.abs(amountOf(record) - amountOf(truth)) > 0) {
    const says = `its amount is ${record.amount} where the transaction has ${truth.amount}; a scenario sends ten times the amount`
    const isTenfold = Math.abs(amountOf(record) - amountOf(truth) * 10) < 0.005
    return { webhook: { body: 'other-amount' }, notes: isTenfold ? [] : [says] }
  }
  const isUnknown = (name: string) => !Object.hasOwn(allowedFields, name) && !isKnown(name, transaction)
  const more = queried === null ? [] : Object.keys(record).filter(isUnknown)
  if (more.length > 0) return { webhook: { body: 'extra-fields' }, notes: [] }
  return { webhook: isCompact(text) ? {} : { body: 'other-bytes' }, notes: [] }
}

function isKnown(name: string, transaction: RecordedTransaction): boolean {
  return sightsOf(transaction).some(({ entry, record }) => !entry.isWebhook && name in record)
}

function isCompact(text: string): boolean {
  return JSON.stringify(JSON.parse(text)) === text
}
