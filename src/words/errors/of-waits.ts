import { formatDuration } from '../../domain/duration.ts'
import type { Brought } from '../../domain/job.ts'
import type { Status } from '../../domain/transaction.ts'
import { type Skipped, skippedText } from '../happening.ts'
import { workText } from '../job.ts'
import { row } from './row.ts'

/** How long was waited, in milliseconds of real time; or a frozen clock stood still, and nothing moved it. */
export type Waited = { readonly ms: number } | 'stood-still'

/** The work of a business that is due first. */
export interface NextWork {
  /** Null: after the end of all clocks, so never. */
  readonly dueAt: string | null
  readonly work: Brought
  /** The time of a frozen clock. */
  readonly frozenAt: string | null
  /** The reference that was asked about, if the work is of another transaction. */
  readonly notOf: string | null
}

export interface SeenTransaction {
  readonly reference: string
  readonly status: Status
  readonly result: string | null
  /** Undefined if nothing was asked about it; null if there is none. */
  readonly webhook?: SeenWebhook | null
}

export interface SeenWebhook {
  readonly status: string
  /** The status of the last answer, or why there was none; null if it was not tried yet. */
  readonly answer: number | string | null
}

export interface NoOtp {
  readonly number: string
  readonly newest: { readonly id: string; readonly status: Status } | null
  /** Null without a wait. */
  readonly waited: Waited | null
  readonly next: NextWork | null
}

interface NotAsWanted {
  readonly wanted: { readonly name: string; readonly status: Status | null; readonly webhook: boolean }
  /** Null: what was wanted can no longer come. */
  readonly waited: Waited | null
  readonly seen: SeenTransaction | null
  readonly next: NextWork | null
}

interface NoWebhook {
  readonly wanted: { readonly reference: string | null; readonly status: Status | null }
  readonly waited: Waited
  /** Null if no reference was wanted. */
  readonly transaction: { readonly status: Status | null; readonly skipped: Skipped | null } | null
  readonly webhooks: readonly (SeenWebhook & { readonly of: string; readonly reports: Status; readonly to: string })[]
  readonly next: NextWork | null
}

/** The errors of calls that wait: what was seen instead, and what is due next. */
export const ofWaits = {
  'no-otp': row('timeout', ({ number, newest, waited, next }: NoOtp) => {
    const seen =
      newest === null
        ? 'No SMS was sent there: the business setting smsOtp or a scenario with otp asks for one, in GHS'
        : `The last one (${newest.id}) is closed: the transaction is ${newest.status}`
    const text = `No open OTP for ${number}${waited === null ? '' : waitedText(waited)}. ${seen}`
    return waited === null ? [text] : [text, nextText(next)]
  }),
  'not-as-wanted': row('timeout', (facts: NotAsWanted) => [
    `${missedText(facts)}. ${seenText(facts.seen)}`,
    nextText(facts.next),
  ]),
  'no-webhook': row('timeout', (facts: NoWebhook) => {
    const { reference, status } = facts.wanted
    const which = `${reference === null ? '' : `for ${reference} `}${status === null ? '' : `with status ${status} `}`
    const missed = `No webhook ${which}was answered 2xx${waitedText(facts.waited)}`
    return [`${missed}. Seen: ${webhooksSeenText(facts)}`, nextText(facts.next)]
  }),
  'stopped-waiting': row('draining', ({ name }: { readonly name: string }) => [
    `The sandbox stopped before ${name} was as wanted`,
  ]),
}

/** "order-1 did not become COMPLETED within 4s", "the webhook of order-1 can no longer get a 2xx answer" */
function missedText({ wanted, waited }: NotAsWanted): string {
  const { name, status, webhook } = wanted
  const verb = waited === null ? 'can no longer' : 'did not'
  const what = webhook
    ? `The webhook${status === null ? '' : ` ${status}`} of ${name} ${verb} get a 2xx answer`
    : `${name} ${verb} become ${status ?? 'final'}`
  return `${what}${waited === null ? '' : waitedText(waited)}`
}

function waitedText(waited: Waited): string {
  return waited === 'stood-still'
    ? ', and half a second passed without any movement'
    : ` within ${formatDuration(waited.ms)}`
}

function seenText(seen: SeenTransaction | null): string {
  if (seen === null) return 'No transaction has this id or reference'
  const { reference, status, result, webhook } = seen
  const state = `${reference} is ${status}${result === null ? '' : ` (${result})`}`
  if (webhook === undefined) return state
  if (webhook === null) return `${state} and has no webhook`
  return `${state}, and its webhook is ${webhook.status} (${answerText(webhook)})`
}

function webhooksSeenText({ wanted, transaction, webhooks }: NoWebhook): string {
  const { reference } = wanted
  const seen = webhooks.map((one) => {
    return `webhook ${one.reports} of ${one.of} to ${one.to} is ${one.status} (${answerText(one)})`
  })
  if (transaction !== null) {
    const { status, skipped } = transaction
    const why = skipped === null ? '' : `, and its webhook was skipped: ${skippedText(skipped)}`
    seen.unshift(status === null ? `no transaction with reference ${reference}` : `${reference} is ${status}${why}`)
  }
  return seen.join('; ') || 'nothing'
}

function answerText({ answer }: SeenWebhook): string {
  return typeof answer === 'number' ? `last answer ${answer}` : (answer ?? 'not tried yet')
}

/** What is due next, and whether a frozen clock holds it. */
function nextText(next: NextWork | null): string {
  if (next === null) return 'no work is waiting'
  const { dueAt, work, frozenAt, notOf } = next
  const what = workText(work)
  if (dueAt === null) return `nothing will happen: ${what} is past the end of the clock`
  const due = `next is due at ${dueAt}: ${what}`
  const frozen = frozenAt === null ? '' : `the clock is frozen at ${frozenAt}; `
  if (notOf !== null) return `${frozen}no work is waiting for ${notOf}; of others the ${due}`
  return frozen === '' ? due : `${frozen}advance it: ${due}`
}
