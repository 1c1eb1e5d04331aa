import { formatDuration } from '../domain/duration.ts'
import type { ErrorFacts, NextWork, SeenTransaction, SeenWebhook, Waited } from '../domain/error-facts.ts'
import { skippedText } from './happening.ts'
import { workText } from './job.ts'

/** "order-1 did not become COMPLETED within 4s", "the webhook of order-1 can no longer get a 2xx answer" */
export function missedText({ wanted, waited }: ErrorFacts<'not-as-wanted'>): string {
  const { name, status, webhook } = wanted
  const verb = waited === null ? 'can no longer' : 'did not'
  const what = webhook
    ? `The webhook${status === null ? '' : ` ${status}`} of ${name} ${verb} get a 2xx answer`
    : `${name} ${verb} become ${status ?? 'final'}`
  return `${what}${waited === null ? '' : waitedText(waited)}`
}

export function waitedText(waited: Waited): string {
  return waited === 'stood-still'
    ? ', and half a second passed without any movement'
    : ` within ${formatDuration(waited.ms)}`
}

export function seenText(seen: SeenTransaction | null): string {
  if (seen === null) return 'No transaction has this id or reference'
  const { reference, status, result, webhook } = seen
  const state = `${reference} is ${status}${result === null ? '' : ` (${result})`}`
  if (webhook === undefined) return state
  if (webhook === null) return `${state} and has no webhook`
  return `${state}, and its webhook is ${webhook.status} (${answerText(webhook)})`
}

export function webhooksSeenText({ wanted, transaction, webhooks }: ErrorFacts<'no-webhook'>): string {
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
export function nextText(next: NextWork | null): string {
  if (next === null) return 'no work is waiting'
  const { dueAt, work, frozenAt, notOf } = next
  const what = workText(work)
  if (dueAt === null) return `nothing will happen: ${what} is past the end of the clock`
  const due = `next is due at ${dueAt}: ${what}`
  const frozen = frozenAt === null ? '' : `the clock is frozen at ${frozenAt}; `
  if (notOf !== null) return `${frozen}no work is waiting for ${notOf}; of others the ${due}`
  return frozen === '' ? due : `${frozen}advance it: ${due}`
}
