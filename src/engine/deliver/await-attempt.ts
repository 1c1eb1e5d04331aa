import type { WebhookPlan } from '../../domain/plan.ts'
import type { Transaction } from '../../domain/transaction.ts'
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

/**
 * Waits until the first attempt to deliver a transaction's webhook came to its end, whatever it came to. Does not wait
 * while an advance moves the business's time: it sends one webhook after the other, and the next can be this one.
 */
export async function awaitFirstAttempt(store: Store, key: string, { id, plan }: Transaction): Promise<void> {
  if (store.business(key).clock.mode === 'driven') return
  const look = () => {
    // Copies come after the first, which is the one that is waited for.
    const [first] = store.deliveries(key, { transactionId: id, limit: 20 })
    return first?.status === 'pending' && !first.attempts[0]?.outcome ? undefined : true
  }
  // One of its own: listeners of many calls at once would pile up on a shared one.
  const { signal } = new AbortController()
  await attemptEnded(store, { key, webhook: plan.webhook, look, signal })
}
