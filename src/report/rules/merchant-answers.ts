import { bodyFaultOf } from '../../domain/body-faults.ts'
import type { Delivery } from '../../domain/delivery.ts'
import { formatDuration } from '../../domain/duration.ts'
import { counted } from '../../text.ts'
import type { Noticed, Reading } from '../finding-rule.ts'
import {
  type AnsweredAttempt,
  answeredAttempts,
  answerText,
  isRefusedConnection,
  isReplayedAfterEnd,
  lostWith,
  realAttempts,
} from '../real-attempts.ts'

/** A webhook that cannot be read was answered 2xx: it is not sent again, and its content is lost (D36). */
export function brokenAccepted(webhook: Delivery): string | null {
  const fault = webhook.webhook.faults?.body
  if (bodyFaultOf(fault).readable) return null
  const accepted = answeredAttempts(webhook).find(({ isAccepted }) => isAccepted)
  if (accepted === undefined) return null
  return `answered ${answerText(accepted)} to a webhook for ${webhook.reference} whose body was ${fault}: answer 400, and it comes again`
}

/** A sound webhook was not answered 2xx, or not at all; it is sent again (D36). */
export function answeredBadly(webhook: Delivery, reading: Reading): string | null {
  // One that was lost has a finding of its own.
  if (lostWith(webhook) !== undefined) return null
  const bad = realAttempts(webhook).filter((one) => one.isSound && !one.isAccepted && !isRefusedConnection(one))
  const [first] = bad
  if (first === undefined) return null
  const others = bad.length > 1 ? `, and ${bad.length - 1} more` : ''
  const outcome = isReplayedAfterEnd(webhook)
    ? 'it was given up, and a replay delivered it'
    : (busyWorkerAdvice(webhook, first, reading) ?? 'any 2xx within the time-out ends the retries')
  return `attempt ${first.number} of the webhook for ${webhook.reference} failed (${answerText(first)})${others}: ${outcome}`
}

/** Nothing listened at the address of a webhook; it is sent again (D36). One finding per address. */
export function* refusedConnections({ webhooks }: Reading): Iterable<Noticed | null> {
  const refused = new Map<string, { readonly first: Delivery; count: number }>()
  for (const webhook of webhooks) {
    yield null
    if (lostWith(webhook) !== undefined || !realAttempts(webhook).some(isRefusedConnection)) continue
    const before = refused.get(webhook.url)
    if (before === undefined) refused.set(webhook.url, { first: webhook, count: 1 })
    else before.count++
  }
  for (const [address, { first, count }] of refused) {
    const more = count === 1 ? '' : ` and ${counted(count - 1, 'more webhook')}`
    const evidence = `nothing listened at ${address} for the webhook of ${first.reference}${more}: start your server before the webhooks come, or correct the address`
    yield { transactionId: first.transactionId, evidence }
  }
}

/** A webhook with a wrong signature was answered 2xx: anyone could claim a payment (D34). */
export function forgedAccepted(webhook: Delivery): string | null {
  const forged = answeredAttempts(webhook).find(({ signature, isAccepted }) => isAccepted && signature !== 'valid')
  if (forged === undefined) return null
  return `answered ${answerText(forged)} to a webhook for ${webhook.reference} whose signature was ${wrong[forged.signature]}: check the signature before anything else, and answer 401`
}

const wrong = {
  valid: 'valid',
  missing: 'missing',
  corrupt: 'corrupt',
  'wrong-key': "made with another's key",
} as const

/** A 2xx came after more than half of the time-out: under load it comes too late, and the webhook is sent again (D36). */
export function answeredSlowly(webhook: Delivery, reading: Reading): string | null {
  const slow = realAttempts(webhook).find((one) => one.isAccepted && isSlow(webhook, one))
  if (slow === undefined) return null
  const took = formatDuration(slow.outcome.durationMs)
  const advice = busyWorkerAdvice(webhook, slow, reading) ?? 'answer first, work afterwards'
  return `the webhook for ${webhook.reference} was answered after ${took} of ${formatDuration(webhook.webhook.timeoutMs)}: ${advice}`
}

function isSlow({ webhook }: Delivery, { outcome }: AnsweredAttempt): boolean {
  return outcome.durationMs > webhook.timeoutMs / 2
}

/** What to do if the merchant's own call was open for most of a slow attempt: a server with one worker cannot answer then. */
function busyWorkerAdvice(webhook: Delivery, attempt: AnsweredAttempt, { calls }: Reading): string | null {
  const { at, outcome, isAccepted } = attempt
  const isTimedOut = outcome.sent && outcome.response === null && outcome.lostStatus === undefined
  if (!isSlow(webhook, attempt) || !(isAccepted || isTimedOut)) return null
  const busy = calls.find(({ until, forMs }) => until - forMs <= at && at <= until && forMs > outcome.durationMs / 2)
  if (busy === undefined) return null
  return `your own ${busy.call} was open meanwhile, and a server with one worker cannot answer until that call ends: give it a second worker or thread`
}
