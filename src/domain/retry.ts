import type { Delivery, Outcome } from './delivery.ts'
import type { WebhookPlan } from './plan.ts'

type Tried = { readonly webhook: Pick<WebhookPlan, 'retryMs'> } & Pick<Delivery, 'status' | 'attempts'>

/**
 * Whether a webhook is tried again after an attempt, and how long after its end in sandbox time, or longer when the
 * receiver asked for that: null when it is not (D36). A replay is one attempt, without retries.
 */
export function waitAfter({ webhook, status, attempts }: Tried, outcome: Outcome, isReplay: boolean): number | null {
  if (isDelivered(outcome) || isReplay || status === 'delivered') return null
  const scheduled = attempts.filter((attempt) => !attempt.isReplay).length
  const planned = webhook.retryMs[scheduled - 1]
  return planned === undefined ? null : Math.max(planned, outcome.retryAfterMs ?? 0)
}

const longestAskedMs = 24 * 3_600_000

/** Returns the wait that Retry-After asks for in a 429 or 503, in seconds or as an HTTP date; 0 for anything else or the past. */
export function askedWaitMs(status: number, retryAfter: string, wallNow: number): number {
  if (status !== 429 && status !== 503) return 0
  const text = retryAfter.trim()
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - wallNow
  return ms > 0 ? Math.min(ms, longestAskedMs) : 0
}

/** Returns true for a 2xx answer only (D36). */
export function isDelivered({ response }: Pick<Outcome, 'response'>): boolean {
  return response !== null && response.status >= 200 && response.status <= 299
}
