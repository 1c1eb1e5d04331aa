import type { WebhookPlan } from '../../domain/plan.ts'
import type { Transaction } from '../../domain/transaction.ts'
import type { Commit, Store } from '../../store/store.ts'
import { waitUntil } from '../../store/wait-until.ts'

/** Time for recording an attempt after its deadline, in wall milliseconds. */
const recordMs = 1000

export interface AwaitedAttempt<T> {
  readonly key: string
  readonly webhook: WebhookPlan
  /** Returns undefined until the attempt has ended. */
  readonly look: () => T | undefined
  readonly signal: AbortSignal
}

/** Waits until an attempt ends. Returns undefined if it takes longer than its deadline. */
export function attemptEnded<T>(
  store: Store,
  { key, webhook, look, signal }: AwaitedAttempt<T>,
): Promise<T | undefined> {
  // A reset sets the clock and removes the webhook: there is nothing left to wait for.
  const concerns = ({ attempted, clockSet }: Commit) => attempted || clockSet
  return waitUntil(store, { key, look, concerns, timeoutMs: webhook.timeoutMs + recordMs, signal })
}

/**
 * Waits until the first attempt to deliver a transaction's webhook ends, in success or failure. Does not wait while an
 * advance moves the business's time: an advance sends one webhook after the other, and the next can be this one.
 */
export async function awaitFirstAttempt(store: Store, key: string, { id, plan }: Transaction): Promise<void> {
  if (store.business(key).clock.mode === 'driven') return
  const look = () => {
    // Copies come after the first.
    const [first] = store.deliveries(key, { transactionId: id, limit: 20 })
    return first?.status === 'pending' && !first.attempts[0]?.outcome ? undefined : true
  }
  // Not shared: the listeners of many calls at once would pile up.
  const { signal } = new AbortController()
  await attemptEnded(store, { key, webhook: plan.webhook, look, signal })
}
