import type { ReceivedCall } from '../api/live-event.ts'
import type { IconName } from '../parts/icon-paths.ts'
import type { Tone } from '../parts/words.ts'
import type { Attempt, Delivery, Transaction } from '../state/transaction.ts'
import { callLine } from './call-line.ts'
import { attemptWords } from './delivery-words.ts'
import { callOfStep } from './step-of.ts'

/** What was sent and what was answered, with their names for the eye and for labels. */
export interface Exchange {
  readonly title: string
  readonly sent: Named
  readonly answer: Named
  readonly result?: { readonly title: string; readonly tone: Tone; readonly icon?: IconName }
  readonly headers?: Readonly<Record<string, string>>
  readonly durationMs?: number | null
  readonly url?: string
}

interface Named {
  readonly name: string
  readonly label: string
  /** JSON, or text as it is. */
  readonly value: unknown
}

/** The exchange of the step with this index; null if nothing was sent in it. `calls` are the oldest first. */
export function exchangeOfStep(
  { steps, deliveries }: Pick<Transaction, 'steps' | 'deliveries'>,
  index: number,
  calls: readonly ReceivedCall[],
): Exchange | null {
  const step = steps[index]
  const delivery = deliveries.find(({ id }) => id === step?.deliveryId)
  const attempt = delivery?.attempts.find(({ number }) => number === step?.attempt)
  if (delivery !== undefined && step?.state === 'happened') return exchangeOfAttempt(delivery, attempt)
  const call = callOfStep(steps, index, calls)
  return call === undefined ? null : exchangeOfCall(call)
}

/** `attempt`: the last one by default. */
export function exchangeOfAttempt(
  { url, body, attempts }: Delivery,
  attempt: Attempt | undefined = attempts.at(-1),
): Exchange {
  const answered = { name: 'Answered', label: 'answered' }
  if (attempt === undefined) {
    const sent = { name: 'Body', label: 'posted', value: body }
    return { title: 'Webhook, not sent', sent, answer: { ...answered, value: '' } }
  }
  const { response, error, durationMs, headers, number } = attempt
  const value = response === null ? (error ?? '(no answer)') : response.body === '' ? '(empty)' : response.body
  const sent = { name: 'Posted', label: 'posted', value: body }
  const result = attemptWords(attempt)
  return { title: `Webhook, attempt ${number}`, sent, answer: { ...answered, value }, result, headers, durationMs, url }
}

export function exchangeOfCall(call: ReceivedCall): Exchange {
  const { method, path, status, body, answer, durationMs, headers } = call
  return {
    title: `${method} ${path}`,
    sent: { name: isOfPage(headers) ? 'The page sent' : 'Your code sent', label: 'sent', value: body ?? '(no body)' },
    answer: { name: 'Answered', label: 'answer of the service', value: answer ?? '(no answer)' },
    result: { title: status === null ? 'no answer' : `answered ${status}`, tone: callLine(call).tone },
    headers,
    durationMs,
  }
}

/** Only a browser says which page a call comes from. Over plain HTTP from another machine it says the origin alone. */
function isOfPage({ host, origin = '', 'sec-fetch-site': site }: ReceivedCall['headers']): boolean {
  return site === 'same-origin' || origin.replace(/^https?:\/\//, '') === host
}
