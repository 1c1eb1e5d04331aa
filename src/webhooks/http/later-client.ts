import { monotonicMs, sleep } from '../../time.ts'
import type { WebhookClient, WebhookClientOptions } from './post.ts'
import { isShortage, shortageMs } from './shortage.ts'

/** The client for webhooks, loaded with the first one in 0.1 s. */
export function laterClient(options: WebhookClientOptions): WebhookClient {
  let client: WebhookClient | null = null
  let closed = false
  return {
    async post(request) {
      const { createWebhookClient } = await load(request.timeoutMs)
      client ??= createWebhookClient(options)
      if (closed) await client.close()
      return client.post(request)
    },
    async close() {
      closed = true
      await client?.close()
    },
  }
}

/** Tries for `timeoutMs` if file descriptors are short. */
async function load(timeoutMs: number) {
  const until = monotonicMs() + timeoutMs
  for (;;) {
    try {
      return await import('./post.ts')
    } catch (cause) {
      if (!isShortage(cause) || monotonicMs() > until) throw cause
      await sleep(shortageMs)
    }
  }
}
