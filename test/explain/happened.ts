import { bodyFaultNames, bodyFaultOf } from '../../src/domain/body-faults.ts'
import type { Received, Receiver, TransactionView } from '../../src/testing/index.ts'
import { happeningText } from '../../src/words/happening.ts'
import { start } from '../support/shop.ts'

type Step = TransactionView['steps'][number]
type Attempt = TransactionView['deliveries'][number]['attempts'][number]

/** Milliseconds from creation, which is when the test's clock stands. */
export const msOf = (at: unknown): number => Date.parse(String(at)) - Date.parse(start)

/** Kinds that no scenario brings without an action. */
const ofOthers: readonly Step['kind'][] = [
  'created',
  'answered',
  'otp_accepted',
  'otp_refused',
  'action',
  'status_queried',
]

/** All that a merchant and its customer saw of a transaction, in the words of an explanation. */
export function happened(
  { steps, deliveries, amount }: TransactionView,
  receiver: Receiver,
  asked: number,
): readonly string[] {
  const amounts = [Number(amount), asked]
  const lines = steps.flatMap((step) => {
    if (step.at === undefined || ofOthers.includes(step.kind)) return []
    if (step.kind === 'webhook_attempted') return attemptLine(step, deliveries, { receiver, amounts })
    // Copies are held together, which is forecast once.
    if (step.kind === 'webhook_held' && (step.copy ?? 1) > 1) return []
    const { copy: _, ...held } = step
    return `${msOf(step.at)} ${happeningText(step.kind === 'webhook_held' ? held : step)}`
  })
  return lines.toSorted()
}

interface Seen {
  readonly receiver: Receiver
  /** What its transaction's webhooks can rightly say was paid: what was asked for, and what was received. */
  readonly amounts: readonly number[]
}

/** What the receiver itself saw of an attempt. */
function attemptLine(step: Step, deliveries: TransactionView['deliveries'], seen: Seen): string {
  const { deliveryId, attempt: number } = step
  const attempt = deliveries.find(({ id }) => id === deliveryId)?.attempts.find((one) => one.number === number)
  if (attempt === undefined) throw new Error(`${deliveryId} has no attempt ${number}`)
  const webhook = seen.receiver.webhooks.find(
    ({ headers, attempt }) => headers['x-sandbox-delivery'] === deliveryId && attempt === number,
  )
  return `${msOf(attempt.at)} ${webhookOf(step)}: ${webhook === undefined ? unsent(attempt) : sent(webhook, attempt, seen)}`
}

/** What an explanation calls a webhook and its attempt. */
export function webhookOf({ of, copy, attempt }: Pick<Step, 'of' | 'copy' | 'attempt'>): string {
  return `webhook of ${of} copy ${copy} attempt ${attempt}`
}

function unsent({ sent, response, error }: Attempt): string {
  if (sent) return 'sent, but it never arrived'
  const why = response === null ? error?.replace(/ after .*| before .*/, '') : `answered ${response.status}`
  return `not sent, as if ${why}`
}

function sent(webhook: Received, { error }: Attempt, { receiver, amounts }: Seen): string {
  const isSigned = webhook.headers['x-webhook-signature'] !== undefined
  const signature = receiver.verify(webhook) ? 'valid' : isSigned ? 'wrong' : 'missing'
  const lost = error?.includes('was lost') ? ', its answer lost' : ''
  return `sent, signature ${signature}, body ${bodyOf(webhook, amounts)}${lost}`
}

/** The fault that makes what came of the record in it; a fault of the amount is known by the amounts that are right. */
function bodyOf({ raw, body }: Received, amounts: readonly number[]): string {
  const text = raw.toString()
  const isRead = Object.keys(body).length > 0
  const record = isRead ? JSON.stringify(body) : ''
  const found = bodyFaultNames.find(
    (name) => name !== 'exact' && bodyFaultOf(name).make(isRead ? record : '{}') === text,
  )
  if (found !== undefined) return found
  if (!isRead) return 'truncated'
  return amounts.includes(Number(body.amount)) ? 'exact' : 'other-amount'
}
