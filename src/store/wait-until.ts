import { sleep } from '../time.ts'
import type { Commit, Store } from './store.ts'

export interface Waiting<T> {
  readonly key: string
  readonly look: () => T | undefined
  readonly concerns: (commit: Commit) => boolean
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** Looks now and after each commit that concerns it; undefined once the time is up or the caller has gone away. */
export async function waitUntil<T>(store: Store, { key, look, concerns, timeoutMs, signal }: Waiting<T>) {
  const waiting = new AbortController()
  const stop = () => waiting.abort()
  let found = look()
  let failure: unknown = null
  if (found !== undefined) return found
  const unsubscribe = store.onCommit((commits) => {
    if (!commits.some((commit) => commit.key === key && concerns(commit))) return
    try {
      found = look()
    } catch (cause) {
      failure = cause
    }
    if (found !== undefined || failure !== null) stop()
  })
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  try {
    await sleep(timeoutMs, waiting.signal)
  } finally {
    unsubscribe()
    signal.removeEventListener('abort', stop)
  }
  if (failure !== null) throw failure
  return found
}

/** How long an attempt under way is waited for, in wall milliseconds. */
const longestMs = 2000

/** Waits until no webhook of any business is under way, but not longer than 2 s. */
export async function awaitIdle(store: Store): Promise<void> {
  const { signal } = new AbortController()
  await Promise.all(
    store.businesses().map(({ key }) => {
      const look = () => (store.isSending(key) ? undefined : true)
      return waitUntil(store, { key, look, concerns: ({ attempted }) => attempted, timeoutMs: longestMs, signal })
    }),
  )
}
