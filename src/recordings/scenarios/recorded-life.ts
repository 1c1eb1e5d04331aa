import { businessRules } from '../../catalogue/business-rules.ts'
import { flowHas } from '../../domain/transaction.ts'
import type { WrittenScenario } from '../../scenarios/language/file.ts'
import { resultSchema } from '../../scenarios/language/file.ts'
import { isOtpAsked } from '../compare/compare-lives.ts'
import { isAccepted, isFault, objectIn, partyIn, textAt } from '../read/bodies.ts'
import { roundedDuration } from '../read/near-times.ts'
import type { RecordedEntry } from '../read/recording.ts'
import type { ResultNames } from '../read/results.ts'
import type { RecordedCall } from '../read/service-calls.ts'
import type { RecordedTransaction } from '../read/transactions.ts'
import { ageAt, endsOf, isFinal, type StatusTurn } from '../read/turns.ts'
import type { Note, RecordedEnd } from './recorded-end.ts'
import { type ReplyOfCall, replyOf } from './recorded-reply.ts'
import { transfersOf } from './recorded-transfers.ts'
import { type WebhookFacts, webhookOf } from './recorded-webhook.ts'

/** A life without its references: what happens to a create call, and to the transaction that it makes. */
export interface RecordedLife {
  readonly name: string
  readonly scenario: WrittenScenario
  readonly notes: readonly Note[]
}

export interface LifeFacts extends WebhookFacts {
  readonly results: ResultNames
}

/** Returns the life of the transaction that a create call makes; null for a call that makes none by its own fault. */
export function recordedLife(
  call: RecordedCall,
  transaction: RecordedTransaction | null,
  facts: LifeFacts,
): RecordedLife | null {
  const reply = replyOf(call, transaction)
  if (reply === null) return null
  const { respond, ...rest } = reply
  const notes = rest.notes.map((says) => ({ entry: call.entry, says }))
  if (transaction === null) return { name: reply.name, scenario: { respond }, notes }
  const end = endIn(transaction, reply, facts.results)
  const [ended, changed] = endsOf(transaction)
  const says = `it says ${changed?.status} after ${ended?.status}, which no scenario here can say`
  const changes = changed === undefined || end.name === 'paid-late' ? [] : [{ entry: changed.entry, says }]
  const { webhook, isBeforeReply, notes: more } = webhookOf(transaction, end, facts)
  const { after: _after, transfers: _transfers, ...beforeReply } = end.life
  const scenario = {
    ...(isBeforeReply ? { outcome: 'approved' as const, ...beforeReply } : end.life),
    ...(isEmpty(respond) || isBeforeReply ? {} : { respond }),
    ...(isEmpty(webhook) ? {} : { webhook }),
  }
  return { name: end.name, scenario, notes: [...notes, ...end.notes, ...changes, ...more] }
}

function endIn(transaction: RecordedTransaction, reply: ReplyOfCall, results: ResultNames): RecordedEnd {
  const { create, record, flow } = transaction
  const { entry } = create
  const [turn = brokenEnd(transaction), late] = endsOf(transaction)
  if (isFinal(record)) {
    return { name: 'paid-at-once', life: { outcome: 'approved' }, notes: [], at: entry.at + entry.tookMs, turn: null }
  }
  if (turn === null) {
    const says = 'no final status until the recording ends'
    const cut = transaction.broken.map((one) => ({ entry: one.entry, says: 'its body breaks off before the status' }))
    return { name: 'never-final', life: { outcome: 'never' }, notes: [{ entry, says }, ...cut], at: null, turn }
  }
  const age = ageAt(turn)
  // A webhook with half a body shows the end sooner than a query.
  const at = Math.max(entry.at, Math.min(entry.at + age, ...transaction.broken.map((one) => one.entry.at)))
  const paid = flowHas(flow, 'account') ? transfersOf(transaction, turn, late, results) : null
  if (paid !== null) return { ...paid, at, turn }
  const otp = isOtpAsked(transaction, results) ? otpOf(transaction, turn, results) : null
  const after = roundedDuration(reply.respond.status === undefined ? at - (otp?.from ?? entry.at) : age)
  const { name, outcome, notes } = outcomeOf(turn, results)
  const settles = otp?.hasFailed ? {} : { after }
  const life = { ...(otp === null ? {} : { otp: otp.otp }), ...settles, outcome }
  return { name, life, notes: [...(otp?.notes ?? []), ...notes], at, turn }
}

/** A webhook whose body breaks off can be all that shows the end. */
function brokenEnd(transaction: RecordedTransaction): StatusTurn | null {
  const shown = transaction.broken.find(({ record }) => isFinal(record))
  if (shown === undefined) return null
  const { entry, record } = shown
  const { amount } = partyIn(transaction.asked)
  return { entry, record: { amount, ...record }, transaction, status: String(record.status) }
}

function outcomeOf({ record, entry, status }: StatusTurn, results: ResultNames) {
  const found = results.of(record)
  // A password that expires or is wrong too often: `otp` says so.
  if (status === 'COMPLETED' || found?.name === 'otp_failed') {
    return { name: status === 'COMPLETED' ? 'approved' : 'otp-failed', outcome: 'approved' as const, notes: [] }
  }
  if (found !== null && found.name !== 'approved' && (!found.isNew || resultSchema.safeParse(found.texts).success)) {
    return { name: found.name.replaceAll('_', '-'), outcome: { failed: found.name }, notes: [] }
  }
  const notes = [{ entry, says: 'no result can have its message and provider_message' }]
  return { name: 'no-reason', outcome: { failed: 'no_reason' }, notes }
}

/** The one-time password: the recorded one, if the shop submitted it, and what made it fail. */
function otpOf({ create, calls }: RecordedTransaction, turn: StatusTurn, results: ResultNames) {
  const submitted = calls.filter(({ question, entry }) => question.is === 'otp' && !isFault(entry))
  const accepted = submitted.find(({ entry }) => isAccepted(entry))
  const wrong = submitted.filter(({ entry }) => !isAccepted(entry) && !isTooLate(entry)).length
  const endsAt = create.entry.at + ageAt(turn)
  const code = accepted === undefined ? null : textAt(objectIn(accepted.entry.request), 'otp')
  const hasFailed = results.of(turn.record)?.name === 'otp_failed'
  const isByAttempts = hasFailed && submitted.some(({ entry }) => Math.abs(entry.at - endsAt) < 1000)
  const otp = {
    ...(code !== null && /^\d{4,10}$/.test(code) ? { code } : {}),
    ...(hasFailed && !isByAttempts ? { expires: roundedDuration(endsAt - create.entry.at) } : {}),
    ...(isByAttempts ? { attempts: wrong } : wrong >= usualAttempts ? { attempts: wrong + 1 } : {}),
  }
  const isUnseen = accepted === undefined && !hasFailed
  const says = 'the call with the one-time password is not in the recording'
  return {
    otp: isEmpty(otp) ? (true as const) : otp,
    hasFailed,
    from: accepted?.entry.at ?? null,
    notes: isUnseen ? [{ entry: create.entry, says }] : [],
  }
}

const usualAttempts = 3

/** The password was not the reason to refuse it. */
function isTooLate({ response }: RecordedEntry): boolean {
  return textAt(objectIn(response), 'message') === businessRules.not_awaiting_otp.text
}

function isEmpty(part: object): boolean {
  return Object.keys(part).length === 0
}
