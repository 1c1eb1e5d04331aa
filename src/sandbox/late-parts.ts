import type { connect, Materials } from './connect.ts'

type Parts = ReturnType<typeof connect>

/** What answers calls and does what is due: no start waits for its code, which is loaded afterwards, or with the first call. */
export function lateParts(materials: Materials) {
  let parts: Parts | null = null
  let isStopped = false
  return {
    async load(): Promise<Parts> {
      const { connect } = await import('./connect.ts')
      if (parts !== null) return parts
      parts = connect(materials)
      if (!isStopped) parts.engine.start()
      return parts
    },
    /** Stops what is due, and puts webhooks under way back in the queue. */
    async stop(): Promise<void> {
      isStopped = true
      await parts?.engine.stop()
    },
    /** Closes the connections that webhooks went by. */
    async close(): Promise<void> {
      await parts?.client.close()
    },
  }
}
