import type { WebhookPlan } from '../../domain/plan.ts'
import type { Commit, Store } from '../../store/store.ts'
import { waitUntil } from '../../store/wait-until.ts'

/** How much longer than the attempt's own deadline its record may take, in wall milliseconds. */
const recordMs = 1000

/** Which attempt is waited for: whose, and how to look whether it came to its end. */
export interface AwaitedAttempt<T> {
  readonly key: string
  readonly webhook: WebhookPlan
  /** Looks for its end; undefined while there is none. */
  readonly look: () => T | undefined
  readonly signal: AbortSignal
}

/** Waits until an attempt came to its end; undefined when it took longer than it may. */
export function attemptEnded<T>(
  store: Store,
  { key, webhook, look, signal }: AwaitedAttempt<T>,
): Promise<T | undefined> {
  // A reset, which sets the clock, takes the webhook away: there is nothing left to wait for.
  const concerns = ({ attempted, clockSet }: Commit) => attempted || clockSet
  return waitUntil(store, { key, look, concerns, timeoutMs: webhook.timeoutMs + recordMs, signal })
}
