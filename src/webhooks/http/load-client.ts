import { monotonicMs, sleep } from '../../time.ts'
import { isShortage } from './failure.ts'

/** How long a shortage of file descriptors is left alone. */
const shortageMs = 200

/** Loads the HTTP client, with the first webhook: it takes 0.1 s. A shortage of file descriptors is waited out for `timeoutMs`. */
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
