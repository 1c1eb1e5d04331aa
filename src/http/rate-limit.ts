import { parseDuration } from '../domain/duration.ts'
import type { Settings } from '../domain/settings.ts'
import { monotonicMs } from '../time.ts'

type RateLimit = NonNullable<Settings['rateLimit']>

/** How many keys are remembered at once; beyond it the one whose stretch began first is forgotten. */
const mostKeys = 10_000

/**
 * A rate limiter with fixed windows: a key's first request opens a window, and the first after its end opens the next.
 * A refused request does not count.
 */
export function createRateLimiter(now: () => number = monotonicMs, capacity = mostKeys) {
  const windows = new Map<string, { readonly openedAt: number; taken: number }>()
  return {
    /** Counts a request; null: let in, else the whole seconds after which the key is let in again. */
    take(key: string, { requests, per }: RateLimit): number | null {
      const at = now()
      const window = windows.get(key)
      const leftMs = window ? window.openedAt + parseDuration(per) - at : 0
      if (!window || leftMs <= 0) {
        // Windows stand in the order they were opened.
        windows.delete(key)
        windows.set(key, { openedAt: at, taken: 1 })
        const [oldest] = windows.size > capacity ? windows.keys() : []
        if (oldest !== undefined) windows.delete(oldest)
        return null
      }
      if (window.taken >= requests) return Math.ceil(leftMs / 1000)
      window.taken += 1
      return null
    },
  }
}
