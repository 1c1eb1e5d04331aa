import { isDelivered } from '../domain/delivery.ts'
import type { About } from '../domain/happening.ts'
import type { WebhookPlan } from '../domain/plan.ts'
import {
  type Hold,
  longestHoldMs,
  type PretendedAnswer,
  perAttempt,
  type WebhookFaults,
} from '../domain/webhook-faults.ts'
import { later, type When } from '../domain/when.ts'
import { type Expected, earliest } from './expected.ts'
import type { Final } from './forecast-settlement.ts'

/** Forecasts the webhooks of final statuses for a merchant who answers each with 2xx. */
export function forecastDeliveries(plan: WebhookPlan, finals: readonly Final[]): readonly Expected[] {
  const { faults, delayMs } = plan
  const ready = finals.map(({ when }) => spaced(later(when, delayMs), faults))
  const waits = faults?.hold ? holdTimes(faults.hold, ready.flat().map(earliest)) : null
  return finals.flatMap(({ when, status }, index): readonly Expected[] => {
    const about = finals.length === 1 || status === null ? {} : { of: status }
    const own = ready[index] ?? []
    if (faults === null) return copies(plan, about, own)
    if (faults.drop) return [{ kind: 'webhook_dropped', when, ...about }]
    if (faults.hold) {
      const { count, release } = faults.hold
      const released = own.map((one) => later(one, waits?.get(earliest(one)) ?? 0))
      const held = { kind: 'webhook_held', until: { webhooks: count, release }, when, ...about } as const
      return [held, ...copies(plan, about, released)]
    }
    const { trigger } = faults
    if (trigger === null || trigger === 'before-reply') return copies(plan, about, own)
    const { statusQueries, thenMs } = trigger
    const held = { kind: 'webhook_held', until: { statusQueries }, when, ...about } as const
    return [held, ...copies(plan, about, spaced(afterQueries(statusQueries, thenMs), faults))]
  })
}

export function afterQueries(count: number, ms: number): When {
  return { since: 'query', count, fromMs: ms, toMs: ms }
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

function copies(plan: WebhookPlan, about: About, whens: readonly When[]): readonly Expected[] {
  return whens.flatMap((when, index) => {
    const copy = whens.length === 1 ? {} : { copy: index + 1 }
    return forecastAttempts({ plan, about: { ...about, ...copy }, when })
  })
}

interface Webhook {
  readonly plan: WebhookPlan
  readonly about: About
  /** When the next attempt is made. */
  readonly when: When
  /** The attempts that were made: all, the scheduled ones, and the ones that were sent. */
  readonly made?: { readonly all: number; readonly scheduled: number; readonly sent: number }
}

const noneMade = { all: 0, scheduled: 0, sent: 0 }

/** Returns the attempts of a webhook that are to come, up to the first that the merchant answers. */
export function forecastAttempts({ plan, about, when, made = noneMade }: Webhook): readonly Expected[] {
  const { retryMs } = plan
  const expected: Expected[] = []
  let [at, { all, sent }] = [when, made]
  for (const [index, waitMs] of [...retryMs, null].entries()) {
    if (index < made.scheduled) continue
    const attempt = attemptPlan(plan, { all, sent }, retryMs.slice(index))
    const { answer } = attempt
    all++
    expected.push({ kind: 'webhook_attempted', came: null, plan: attempt, when: at, ...about, attempt: all })
    if (isTaken(answer)) return expected
    if (isSent(answer)) sent++
    if (waitMs !== null) at = later(at, waitMs)
  }
  return [...expected, { kind: 'webhook_exhausted', attempts: retryMs.length + 1, when: at, ...about }]
}

interface Before {
  readonly all: number
  readonly sent: number
}

/** How the scenario changes the attempt that comes after others. */
export function attemptPlan({ faults, timeoutMs }: WebhookPlan, { all, sent }: Before, retryMs: readonly number[]) {
  return {
    answer: perAttempt(faults?.answers ?? [], all, 'real'),
    signature: perAttempt(faults?.signatures ?? [], sent, 'valid'),
    body: faults?.body ?? 'exact',
    retryMs: [...retryMs],
    timeoutMs,
  } as const
}

function isSent(answer: PretendedAnswer): boolean {
  return answer === 'real' || answer === 'lost-ack'
}

/** Returns true if the answer ends the webhook. A real answer is assumed to be 2xx. */
function isTaken(answer: PretendedAnswer): boolean {
  return answer === 'real' || (typeof answer === 'number' && isDelivered({ response: { status: answer, body: '' } }))
}
