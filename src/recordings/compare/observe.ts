import { isMobileMoney, isPayout } from '../../domain/transaction.ts'
import { isAccepted, isFault, jsonOf, objectIn, recordIn, textAt } from '../read/bodies.ts'
import type { RecordedBusiness } from '../read/businesses.ts'
import type { RecordedEntry } from '../read/recording.ts'
import type { ResultNames } from '../read/results.ts'
import type { RecordedCall } from '../read/service-calls.ts'
import type { RecordedTransaction, Sight } from '../read/transactions.ts'
import { endsOf, isFinal, lifeOf } from '../read/turns.ts'
import { compareLife, isOtherNetwork } from './compare-lives.ts'
import { compareReads } from './compare-reads.ts'
import { compareRefusals } from './compare-refusals.ts'
import { attemptsIn, compareAttempts, compareDelivery } from './compare-webhooks.ts'
import type { DecisionKey } from './decisions.ts'
import { compareRecords } from './fields/compare-records.ts'
import type { RecordPair } from './fields/record-pair.ts'
import { described, type Observation } from './observation.ts'
import type { PlayedBusiness } from './play.ts'
import type { OwnAnswer } from './player.ts'
import { SettingEvidence } from './setting-evidence.ts'
import type { Tally } from './tally.ts'

/** A business of the recording, and what the sandbox made of it. */
interface Both {
  readonly business: RecordedBusiness
  readonly played: PlayedBusiness
  readonly results: ResultNames
  readonly tally: Tally
}

/** Compares everything that a business recorded with what the sandbox did. Returns what it shows about its settings. */
export function observe(both: Both): SettingEvidence {
  const { business, played, results, tally } = both
  const evidence = new SettingEvidence(played.settings)
  tally.begin(evidence)
  for (const { call, transaction } of business.calls) observeCall(call, transaction, both)
  const isFirst = firstAttempts(business.transactions)
  for (const transaction of business.transactions) {
    const answer = played.answers.get(transaction.create.entry)
    if (answer === undefined || !isAccepted(answer)) continue
    const { entry } = transaction.create
    tally.add({ entry, transaction }, compareLife(transaction, results, played.settings))
    observeWebhooks(transaction, isFirst, both)
  }
  tally.end()
  return evidence
}

function observeCall(call: RecordedCall, transaction: RecordedTransaction | null, both: Both): void {
  const { entry, question } = call
  const { tally, played } = both
  const own = played.answers.get(entry)
  const about = { entry, transaction }
  if (own === undefined || (entry.status === 401 && own.status !== 401)) tally.add(about, compareFault(entry))
  if (own === undefined || isFault(entry)) return
  if (isAccepted(entry) && isAccepted(own)) {
    const observations = [...compareAccepted(call, own, transaction, both)]
    const isOtherBalance = (one: Observation) => one.decision === 'D22' && one.recorded !== one.own
    const isMoving = observations.some(isOtherBalance) && isUnderWay(entry, both.business)
    tally.add(about, isMoving ? observations.filter((one) => !isOtherBalance(one)) : observations)
  } else if (entry.status >= 400 || (isAccepted(entry) && question.is !== 'unknown')) {
    const asked = objectIn(entry.request)
    const isOther = question.is === 'create' && asked !== null && isOtherNetwork(question.flow, asked, played.settings)
    tally.add(about, compareRefusals(call, own, isOther))
    if (question.is === 'create' && isAccepted(entry) !== isAccepted(own)) tally.moneyFollows('unknown')
  }
}

function* compareAccepted(
  { entry, question }: RecordedCall,
  own: OwnAnswer,
  transaction: RecordedTransaction | null,
  both: Both,
): Generator<Observation> {
  if (question.is === 'create') yield* compareCreated(entry, own, transaction)
  const [recorded, ownRecord] = [recordIn(entry.response), recordIn(own)]
  if (recorded !== null && ownRecord !== null && transaction !== null) {
    const form = question.is === 'query' ? 'final' : 'create'
    const where = { query: 'status queries', otp: 'answers to OTPs' }[question.is as string] ?? 'create answers'
    yield* compareRecords({
      form,
      where,
      recorded,
      own: ownRecord,
      ...pairOf(transaction, { entry, record: recorded }, both),
    })
    return
  }
  yield* compareReads(question.is, jsonOf(entry.response), jsonOf(own))
}

function pairOf(transaction: RecordedTransaction, { record }: Sight, { results, played: { settings } }: Both) {
  return { transaction, settings, result: isFinal(record) ? results.of(record) : null } satisfies Partial<RecordPair>
}

function* compareCreated(
  entry: RecordedEntry,
  own: OwnAnswer,
  transaction: RecordedTransaction | null,
): Generator<Observation> {
  const names = { setting: 'createdStatus', value: entry.status } as const
  yield { decision: 'D1', what: 'status of create calls', recorded: entry.status, own: own.status, names }
  if (transaction === null || jsonOf(entry.response) === undefined) return
  const { flow } = transaction
  const [shape, ownShape] = [entry.response, own].map((answer) => Array.isArray(jsonOf(answer)))
  const shown = (isList = false) => described(isList ? 'a list of one' : 'an object')
  const decision = isPayout(flow) && isMobileMoney(flow) ? 'D28' : null
  if (decision === null && shape === ownShape) return
  yield { decision, what: 'answer to create calls', recorded: shown(shape), own: shown(ownShape) }
}

/** The sandbox's body of a fault that is not played: a body with other words differs. */
const faults: Readonly<Record<number, readonly [DecisionKey, readonly string[]]>> = {
  401: ['D3', ['Authentication failed due to invalid api_key']],
  429: ['D13', ['Too many requests']],
  500: ['D13', ['Internal server error']],
  503: ['D42', ['Storage is not available', 'Service is not available']],
}

function* compareFault({ status, response }: RecordedEntry): Generator<Observation> {
  const body = objectIn(response)
  const [decision, texts] = faults[status] ?? []
  if (body === null || decision === undefined || texts === undefined) return
  const message = textAt(body, 'message') ?? ''
  const own = texts.find((text) => text === message) ?? texts[0]
  const observation = { decision, what: `body of a ${status}`, recorded: message, own }
  const wait = response.headers['retry-after'] ?? 'none'
  yield status === 429
    ? { ...observation, says: { setting: 'rateLimit', value: `429, Retry-After ${wait}` } }
    : observation
}

/** True if a transaction can have moved a balance unseen: it is still open, or the answer to its create call was lost. */
function isUnderWay({ at }: RecordedEntry, { calls, transactions }: RecordedBusiness): boolean {
  const isOpen = transactions.some((transaction) => {
    const [end] = endsOf(transaction)
    return transaction.create.entry.at <= at && (end === undefined || end.entry.at >= at)
  })
  const isLost = ({ call: { entry, question }, transaction }: RecordedBusiness['calls'][number]) =>
    question.is === 'create' && transaction === null && entry.at <= at && isFault(entry)
  return isOpen || calls.some(isLost)
}

/** Returns what knows the first attempt of a webhook: it comes as soon after the end as the soonest of all. */
function firstAttempts(transactions: readonly RecordedTransaction[]) {
  const lateness = ({ create: { entry } }: RecordedTransaction, sight: Sight) =>
    sight.entry.at - entry.at - entry.tookMs - (lifeOf(sight.record) ?? Number.POSITIVE_INFINITY)
  const least = transactions
    .flatMap((transaction) => transaction.webhooks.map((sight) => lateness(transaction, sight)))
    .reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY)
  return (transaction: RecordedTransaction, sight: Sight) => lateness(transaction, sight) <= least + 1000
}

function observeWebhooks(
  transaction: RecordedTransaction,
  isFirst: ReturnType<typeof firstAttempts>,
  both: Both,
): void {
  const { tally, played, business } = both
  const ownWebhooks = played.webhooks.get(transaction) ?? []
  for (const status of ['COMPLETED', 'FAILED']) {
    const sights = transaction.webhooks.filter(({ record }) => record.status === status)
    const [first] = sights
    if (first === undefined) continue
    const { entry, record: recorded } = first
    const about = { entry, transaction }
    const own = ownWebhooks.find((webhook) => recordIn(webhook)?.status === status)
    if (own === undefined) {
      const shown = { recorded: status, own: described('no webhook'), causes: 'status' } as const
      tally.add(about, [{ decision: 'D33', what: 'status in webhooks', ...shown }])
      continue
    }
    const pair = {
      form: 'final',
      where: 'webhooks',
      recorded,
      own: recordIn(own) ?? {},
      ...pairOf(transaction, first, both),
    } as const
    tally.add(about, compareRecords(pair))
    tally.add({ entry, transaction }, compareDelivery(entry, own.contentType, business.key, played.settings))
    if (!isFirst(transaction, first)) continue
    const attempts = attemptsIn(sights.map((sight) => sight.entry))
    tally.add(about, compareAttempts(attempts, business.endsAt, played.settings))
  }
}
