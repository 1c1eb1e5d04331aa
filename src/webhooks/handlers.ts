import type { WebhookHandler } from './hand-over.ts'
import type { WebhookClient } from './http/post.ts'

export type WebhookHandlers = ReturnType<typeof webhookHandlers>

/** The businesses whose webhooks go to a function in place of a server. */
export function webhookHandlers() {
  const posts = new Map<string, WebhookClient['post']>()
  return {
    set(key: string, handler: WebhookHandler): void {
      posts.set(key, async (post) => {
        const { handOver } = await import('./hand-over.ts')
        return handOver(handler, post)
      })
    },
    /** Returns what hands a webhook of the business to its function, or null if it has none. */
    of: (key: string) => posts.get(key) ?? null,
  }
}
