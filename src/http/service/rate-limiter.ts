import { parseDuration } from '../../domain/duration.ts'
import type { Settings } from '../../domain/settings.ts'
import { monotonicMs } from '../../time.ts'

type RateLimit = NonNullable<Settings['rateLimit']>

/** Most remembered keys; beyond it the one whose period began first is forgotten. */
const mostKeys = 10_000

/**
 * A rate limiter with fixed windows: a key's first request opens a window, and the first after its end opens the next.
 * A refused request does not count.
 */
export function createRateLimiter(now: () => number = monotonicMs, capacity = mostKeys) {
  const windows = new Map<string, { readonly openedAt: number; taken: number }>()
  return {
    /** Counts a request. Returns null if it may pass, or the whole seconds until the next one may. */
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
