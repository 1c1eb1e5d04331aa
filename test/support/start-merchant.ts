import { createServer, type IncomingHttpHeaders } from 'node:http'
import { vi } from 'vitest'
import { listening } from './listening.ts'

export interface Webhook {
  // biome-ignore lint/suspicious/noExplicitAny: tests compare whole bodies and reach into them freely
  readonly body: any
  /** The bytes of the body as text. */
  readonly text: string
  readonly headers: IncomingHttpHeaders
}

/** What a merchant does with a webhook: the status it answers, or `hang` for no answer at all. */
export type Handler = (webhook: Webhook) => number | 'hang' | Promise<number | 'hang'>

export interface Merchant {
  readonly url: string
  readonly webhooks: readonly Webhook[]
  /** Webhooks that it was sent and that were neither answered nor taken back yet. */
  readonly open: number
  /** Resolves once so many webhooks came in. */
  received(count: number): Promise<void>
}

/** Starts a merchant for one test; its handler may call the sandbox before it answers. */
export async function startMerchant(handler: Handler = () => 200): Promise<Merchant> {
  const webhooks: Webhook[] = []
  let open = 0
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('error', () => {})
    incoming.on('end', async () => {
      const text = Buffer.concat(chunks).toString('utf8')
      const webhook = { body: JSON.parse(text), text, headers: incoming.headers }
      open += 1
      outgoing.once('close', () => {
        open -= 1
      })
      webhooks.push(webhook)
      const status = await handler(webhook)
      if (status !== 'hang') outgoing.writeHead(status).end()
    })
  })
  return {
    url: `${await listening(server)}/hook`,
    webhooks,
    get open() {
      return open
    },
    received: (count) => vi.waitUntil(() => webhooks.length >= count, { timeout: 10_000, interval: 2 }).then(() => {}),
  }
}
