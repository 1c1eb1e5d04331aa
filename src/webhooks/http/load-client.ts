import { monotonicMs, sleep } from '../../time.ts'
import { isShortage } from './failure.ts'

/** Wait before the next try during a shortage of file descriptors. */
const shortageMs = 200

/** Loads the HTTP client with the first webhook, in 0.1 s. Tries for `timeoutMs` if file descriptors are short. */
export async function loadClient(timeoutMs: number) {
  const until = monotonicMs() + timeoutMs
  for (;;) {
    try {
      return await import('undici')
    } catch (cause) {
      if (!(cause instanceof Error && isShortage(cause)) || monotonicMs() > until) throw cause
      await sleep(shortageMs)
    }
  }
}
