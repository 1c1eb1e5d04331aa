import type { Store } from './store.ts'
import { waitUntil } from './wait-until.ts'

/** How long an attempt under way is waited for, in wall milliseconds. */
const longestMs = 2000

/** Waits until no webhook of any business is under way, but not longer than 2 s. */
export async function awaitIdle(store: Store): Promise<void> {
  const { signal } = new AbortController()
  await Promise.all(
    store.businesses().map(({ key }) => {
      const look = () => (store.audit.unfinishedAttempts(key) === 0 ? true : undefined)
      return waitUntil(store, { key, look, concerns: ({ attempted }) => attempted, timeoutMs: longestMs, signal })
    }),
  )
}
