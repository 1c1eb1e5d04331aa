import type { Transaction } from '../../domain/transaction.ts'
import type { Store } from '../../store/store.ts'
import { attemptEnded } from './await-attempt.ts'

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
