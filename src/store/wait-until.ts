import { sleep } from '../time.ts'
import type { Commit, Store } from './store.ts'

export interface Waiting<T> {
  readonly key: string
  readonly look: () => T | undefined | Promise<T | undefined>
  readonly concerns: (commit: Commit) => boolean
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** Looks now and after each commit that concerns it; undefined once the time is up or the caller has gone away. */
export async function waitUntil<T>(
  store: Store,
  { key, look, concerns, timeoutMs, signal }: Waiting<T>,
): Promise<T | undefined> {
  const over = new AbortController()
  const end = () => over.abort()
  let isNews = false
  let wake = () => {}
  const unsubscribe = store.onCommit((commits) => {
    if (over.signal.aborted || !commits.some((commit) => commit.key === key && concerns(commit))) return
    isNews = true
    wake()
  })
  over.signal.addEventListener('abort', () => wake())
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  sleep(timeoutMs, over.signal).then(end)
  try {
    // A look takes its time: what comes meanwhile, before the end, is looked at after it.
    do {
      isNews = false
      const found = await look()
      if (found !== undefined) return found
      if (!isNews && !over.signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    } while (isNews)
    return undefined
  } finally {
    unsubscribe()
    signal.removeEventListener('abort', end)
    end()
  }
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
