import { formatDuration } from '../domain/duration.ts'
import type { Cause, Happening, HappeningOf, IgnoredTransfer, Kind, Recorded } from '../domain/happening.ts'
import type { DrawnMix } from '../domain/plan.ts'
import type { PretendedAnswer } from '../domain/webhook-faults.ts'
import type { Branch } from '../domain/when.ts'
import { counted } from '../text.ts'
import { byKind, type EachKind } from './each-kind.ts'
import { obstacleNote } from './obstacle.ts'

/** What a sentence says of a happening beyond its facts. */
type Named = Pick<Recorded, 'copy' | 'attempt' | 'of' | 'byHand'> & { readonly branch?: Branch | undefined }

/** Kinds that say only what another kind says better. */
const unshown: readonly Kind[] = ['reply_faulted', 'webhook_queued', 'webhook_delivered']

export function isShown({ kind }: Pick<Recorded, 'kind'>): boolean {
  return !unshown.includes(kind)
}

/** Says what happens, or what is to come, in one line. */
export function happeningText(happening: Happening & Named): string {
  return byKind(sentences, happening)
}

/** Says of which mix a scenario was drawn, and its share: `, drawn by the mix busy-day (6 of 100)`. */
function drawnText(mix: DrawnMix | undefined): string {
  return mix === undefined ? '' : `, drawn by the mix ${mix.name} (${mix.weight} of ${mix.of})`
}

const sentences: EachKind<string, Named> = {
  created: ({ scenario, mix }) => `created, with the scenario ${scenario}${drawnText(mix)}`,
  reply_faulted: ({ fault, delayMs }) =>
    `the scenario spoils the reply: ${fault}${delayMs === undefined ? '' : ` ${formatDuration(delayMs)}`}`,
  answered: ({ status, fault }) => `the create call ${replies[fault ?? 'none'](status)}`,
  refused: ({ reason }) =>
    `the create call ${reason === 'drop-before-commit' ? 'breaks off without an answer' : `fails: ${reason}`}; nothing is stored`,
  prompt_sent: () => 'the customer is asked for the PIN',
  prompt_answered: ({ answer }) => `the customer ${promptAnswers[answer]}`,
  otp_sent: () => 'the customer gets an OTP by SMS',
  otp_accepted: () => 'the merchant submits the right OTP',
  otp_refused: ({ attemptsLeft }) => `the merchant submits a wrong OTP; ${counted(attemptsLeft, 'attempt')} left`,
  transfer_received: (transfer) => transferText(transfer, String(transfer.amount)),
  expired: ({ what, ifOpen }) =>
    `the ${what === 'otp' ? 'OTP' : 'account'} expires${ifOpen ? ', if it is not final' : ''}`,
  action: ({ action }) => actions.get(action) ?? `${action} by hand`,
  settled: ({ status, result, branch }) => {
    const unless = branch === 'no_otp' ? ', unless the OTP was accepted' : ''
    return status === 'COMPLETED' ? status : `FAILED as ${result}${unless}`
  },
  undecided: ({ until }) =>
    until === 'action' ? 'no final status until you act' : 'the final status: it follows the order that the seed draws',
  webhook_unaddressed: ({ kind }) => `no webhook: ${skippedText(kind)}`,
  webhook_dropped: (webhook) => `${webhookName(webhook)}: dropped, never sent`,
  webhook_held: (webhook) => `${webhookName(webhook)}: held ${heldText(webhook.until)}`,
  webhook_queued: (webhook) =>
    `${webhookName(webhook)}: ${webhook.dueAt === null ? 'never due' : `due at ${webhook.dueAt}`}`,
  webhook_made: () => 'a webhook made by hand',
  webhook_replayed: (webhook) => `${webhookName(webhook)}: replay by hand`,
  webhook_attempted: (webhook) => `${webhookName(webhook)} attempt ${webhook.attempt}${attemptText(webhook)}`,
  webhook_delivered: (webhook) => `${webhookName(webhook)}: delivered`,
  webhook_exhausted: (webhook) => `${webhookName(webhook)}: given up after ${webhook.attempts} attempts`,
  status_queried: ({ status, fault }) =>
    fault === undefined ? `a status query is answered ${status}` : `a status query fails: ${fault}`,
}

type ReplyEnd = NonNullable<HappeningOf<'answered'>['fault']> | 'none'

const replies: Readonly<Record<ReplyEnd, (status: string) => string>> = {
  'drop-after-commit': () => 'breaks off without an answer; the transaction is stored',
  hang: () => 'hangs and then breaks off without an answer; the transaction is stored',
  'malformed-json': (status) => `answers ${status}, its JSON broken off in the middle`,
  'caller-gone': () => 'was given up by its caller before the answer; the transaction is stored',
  none: (status) => `answers ${status}`,
}

const promptAnswers = {
  right_pin: 'types the PIN',
  wrong_pin: 'types a wrong PIN',
  none: 'does not answer',
} as const

const actions: ReadonlyMap<string, string> = new Map([
  ['pin', 'the customer types a PIN'],
  ['decline', 'the customer declines'],
  ['ignore', 'the customer does not answer'],
])

/** Says what a transfer brings; `sum` is its amount as the reader writes money. */
export function transferText(
  { senderName, note, received }: Omit<HappeningOf<'transfer_received'>, 'amount'>,
  sum: string,
): string {
  const ignored = note === undefined ? '' : `, which changes nothing: ${ignoredText(note)}`
  const held = received === undefined ? '' : ', which is held until the rest comes'
  return `${senderName} pays ${sum}${ignored}${held}`
}

export function ignoredText(note: IgnoredTransfer): string {
  return {
    account_expired: 'the account had expired',
    already_completed: 'the transaction was already COMPLETED',
    already_failed: 'the transaction was already FAILED',
    other_sum: 'it was not the sum asked for',
    wallet_full: 'the wallet can hold no more',
  }[note]
}

/** Says why no webhook is sent. */
/** Why no webhook is sent. */
export type Skipped = 'webhook_unaddressed' | 'webhook_dropped'

export function skippedText(kind: Skipped): string {
  if (kind === 'webhook_dropped') return 'the scenario drops it'
  return 'the request has no callbackURL and the business no callbackUrl'
}

function webhookName({ copy, of, byHand }: Named): string {
  if (byHand) return 'webhook made by hand'
  return `webhook${of === undefined ? '' : ` of ${of}`}${copy === undefined ? '' : ` copy ${copy}`}`
}

/** Says how long a webhook is held. */
export function heldText(until: HappeningOf<'webhook_held'>['until']): string {
  if ('statusQueries' in until) return `for ${until.statusQueries} status queries`
  const { webhooks, release } = until
  if (webhooks === null) return 'until others of its scenario are ready, at most 1m'
  return `until ${webhooks} of its scenario are ready, at most 1m; then ${release}`
}

function attemptText({ came, plan }: HappeningOf<'webhook_attempted'>): string {
  if (came !== null) return `: ${came.status === null ? came.error : `answered ${came.status}${obstacleNote(came)}`}`
  return plan === undefined ? ': no answer yet' : `: ${planText(plan)}`
}

type AttemptPlan = NonNullable<HappeningOf<'webhook_attempted'>['plan']>

function planText({ answer, signature, body, retryMs, timeoutMs }: AttemptPlan): string {
  if (answer !== 'real' && answer !== 'lost-ack') return `not sent, as if ${pretendedText(answer)}`
  const signed = signature === 'valid' ? '' : `, signature ${signature}`
  const sent = `sent${signed}${body === 'exact' ? '' : `, body ${body}`}`
  if (answer === 'lost-ack') return `${sent}, its answer lost`
  if (retryMs.length === 0) return `${sent}; not repeated`
  const within = formatDuration(timeoutMs)
  return `${sent}; unless answered 2xx within ${within} of real time, again after ${retryMs.map(formatDuration).join(', ')}`
}

function pretendedText(answer: PretendedAnswer): string {
  if (answer === 'timeout') return 'timed out'
  return answer === 'reset' ? 'the connection was reset' : `answered ${answer}`
}

/** Names a cause that is not a step of the plan; null for a step. */
export function causeText(cause: Cause | undefined): string | null {
  if (cause === undefined || cause.by === 'step') return null
  if (cause.by === 'action') return `${cause.action} by hand`
  return cause.by === 'otp' ? 'the last wrong OTP' : 'a payment by hand'
}

/** Says why a step of the plan does not come any more. */
export function cancelledText(by: Recorded): string {
  if (by.kind === 'otp_accepted') return 'the OTP was accepted'
  return causeText(by.cause) ?? `it was ${happeningText(by)} before`
}
