import { beforeAllJobs, type Store } from '../../store/store.ts'
import { type Waiting, waitUntil } from '../../store/wait-until.ts'
import { sleep } from '../../time.ts'
import type { Waited as Lasted } from '../../words/errors/of-waits.ts'

/** How often to look for movement; so many looks without any make half a second. */
const lookMs = 25
const looksWithout = 20

/** The awaited value, or the duration of the wait before it timed out. */
export type WaitResult<T> = { readonly found: T } | { readonly found: undefined; readonly lasted: Lasted }

interface Patient<T> extends Waiting<T> {
  /** True while it is for another call to begin what is waited for, however long that takes. */
  readonly hasNotBegun?: () => boolean
}

/**
 * Waits for what time brings. On a frozen clock with nothing due now only another call can bring it, so the wait ends
 * once half a second has passed without any movement of the business.
 */
export async function waitWhileMoving<T>(
  store: Store,
  { hasNotBegun = () => false, ...waiting }: Patient<T>,
): Promise<WaitResult<T>> {
  const over = new AbortController()
  const signal = AbortSignal.any([waiting.signal, over.signal])
  const end = () => over.abort()
  const [found, stoodStill] = await Promise.all([
    waitUntil(store, { ...waiting, signal }).finally(end),
    standstill(() => hasNotBegun() || canMove(store, waiting.key), { store, key: waiting.key, signal }).finally(end),
  ])
  if (found !== undefined) return { found }
  return { found: undefined, lasted: stoodStill ? 'stood-still' : { ms: waiting.timeoutMs } }
}

/** Resolves with true once a business has stood still for half a second; with false when `signal` aborts before that. */
async function standstill(
  isMoving: () => boolean,
  { store, key, signal }: { readonly store: Store; readonly key: string; readonly signal: AbortSignal },
): Promise<boolean> {
  let looks = 0
  const stop = store.onCommit((commits) => {
    if (commits.some((commit) => commit.key === key)) looks = 0
  })
  try {
    // Many short sleeps: after one long one, a call that came while this process was busy would still be unread.
    for (; looks < looksWithout || isMoving(); looks++) {
      await sleep(lookMs, signal)
      if (signal.aborted) return false
    }
    return true
  } finally {
    stop()
  }
}

/** True if time, or due or running work, can still bring something. */
function canMove(store: Store, key: string): boolean {
  const { mode } = store.business(key).clock
  return mode !== 'frozen' || store.dueJobs(key, beforeAllJobs, store.now(key), 1).length > 0
}
