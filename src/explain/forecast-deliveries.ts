import { formatDuration } from '../domain/duration.ts'
import type { WebhookPlan } from '../domain/plan.ts'
import { isDelivered } from '../domain/retry.ts'
import {
  type Hold,
  longestHoldMs,
  type PretendedAnswer,
  perAttempt,
  type WebhookFaults,
} from '../domain/webhook-faults.ts'
import type { Final } from './forecast-settlement.ts'
import { type Expected, later, type When } from './planned-event.ts'

/** Forecasts the webhooks of final statuses for a merchant who answers each with 2xx. */
export function forecastDeliveries(plan: WebhookPlan, finals: readonly Final[]): readonly Expected[] {
  const { faults, delayMs } = plan
  const isOne = finals.length === 1
  const ready = finals.map(({ when }) => spaced(later(when, delayMs), faults))
  const moments = ready.flat().map(({ minMs }) => minMs)
  const waits = faults?.hold ? holdTimes(faults.hold, moments) : null
  return finals.flatMap(({ when, status }, index): readonly Expected[] => {
    const name = isOne || status === null ? 'webhook' : `webhook of ${status}`
    const webhook = { plan, name }
    const own = ready[index] ?? []
    if (faults === null) return copies(webhook, own)
    if (faults.drop) return [{ when, event: `${name}: dropped, never sent` }]
    if (faults.hold) {
      const { count, release } = faults.hold
      const held = {
        when,
        event: `${name}: held until ${count} of its scenario are ready, at most 1m; then ${release}`,
      }
      const released = own.map((one) => later(one, waits?.get(one.minMs) ?? 0))
      return [held, ...copies(webhook, released)]
    }
    const { trigger } = faults
    if (trigger === null || trigger === 'before-reply') return copies(webhook, own)
    const { statusQueries, thenMs } = trigger
    const held = { when, event: `${name}: held for ${statusQueries} status queries` }
    const queried = { since: 'queries', minMs: thenMs, maxMs: thenMs, count: statusQueries } as const
    return [held, ...copies(webhook, spaced(queried, faults))]
  })
}

/**
 * How long webhooks are held, by when they are ready, if no other transaction of the scenario helps: two final statuses are
 * two webhooks, and every copy counts.
 */
export function holdTimes({ count }: Hold, ready: readonly number[]): ReadonlyMap<number, number> {
  const looks = ready.flatMap((at) => [at, at + longestHoldMs]).toSorted((one, other) => one - other)
  const waits = new Map<number, number>()
  for (const look of looks) {
    const held = ready.filter((at) => !waits.has(at) && at <= look)
    const isOver = held.some((at) => at + longestHoldMs <= look)
    if (held.length >= count || isOver) for (const at of held) waits.set(at, look - at)
  }
  return waits
}

function spaced(first: When, faults: WebhookFaults | null): readonly When[] {
  return Array.from({ length: faults?.copies ?? 1 }, (_, index) => later(first, index * (faults?.spacingMs ?? 0)))
}

interface Webhook {
  readonly plan: WebhookPlan
  readonly name: string
}

function copies({ plan, name }: Webhook, whens: readonly When[]): readonly Expected[] {
  return whens.flatMap((when, index) =>
    attempts({ plan, name: whens.length === 1 ? name : `${name} copy ${index + 1}`, when }),
  )
}

/** Returns the attempts of one webhook, up to the first that the merchant answers. */
function attempts({ plan, name, when }: Webhook & { readonly when: When }): readonly Expected[] {
  const { retryMs, faults } = plan
  const expected: Expected[] = []
  let [at, sent] = [when, 0]
  for (const [index, waitMs] of [...retryMs, null].entries()) {
    const answer = perAttempt(faults?.answers ?? [], index, 'real')
    const isSent = answer === 'real' || answer === 'lost-ack'
    const event = isSent
      ? `sent${spoiled(faults, sent)}`
      : `not sent, as if ${pretended[answer] ?? `answered ${answer}`}`
    const after = answer === 'real' ? retriesFrom(plan, index) : answer === 'lost-ack' ? ', its answer lost' : ''
    expected.push({ when: at, event: `${name} attempt ${index + 1}: ${event}${after}` })
    if (isTaken(answer)) return expected
    if (isSent) sent++
    if (waitMs !== null) at = later(at, waitMs)
  }
  return [...expected, { when: at, event: `${name}: given up after ${retryMs.length + 1} attempts` }]
}

const pretended: Readonly<Record<string, string>> = { timeout: 'timed out', reset: 'the connection was reset' }

/** Returns true if the answer ends the webhook. A real answer is assumed to be 2xx. */
function isTaken(answer: PretendedAnswer): boolean {
  return answer === 'real' || (typeof answer === 'number' && isDelivered({ response: { status: answer, body: '' } }))
}

function retriesFrom({ retryMs, timeoutMs }: WebhookPlan, index: number): string {
  const left = retryMs.slice(index).map(formatDuration)
  if (left.length === 0) return '; not repeated'
  return `; unless answered 2xx within ${formatDuration(timeoutMs)} of real time, again after ${left.join(', ')}`
}

function spoiled(faults: WebhookFaults | null, sentBefore: number): string {
  if (faults === null) return ''
  const signature = perAttempt(faults.signatures, sentBefore, 'valid')
  const body = faults.body === 'exact' ? '' : `, body ${faults.body}`
  const onlyWhere = signature === 'stale' ? ' (only with the signatureScheme standard-webhooks, valid otherwise)' : ''
  return `${signature === 'valid' ? '' : `, signature ${signature}${onlyWhere}`}${body}`
}
