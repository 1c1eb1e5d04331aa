import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { codeOf } from '../../error-code.ts'
import { UsageError } from '../exit.ts'

export interface ReceivedWebhook {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly raw: Buffer
}

export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
}

interface Receiving {
  answer(webhook: ReceivedWebhook): Answer | Promise<Answer>
  answered(webhook: ReceivedWebhook, answer: Answer): void | Promise<void>
}

/** Listens for webhooks on this machine; 0 takes a free port. Throws `PortTaken`. */
export async function openReceiver(port: number, { answer, answered }: Receiving) {
  const host = '127.0.0.1'
  const server = createServer(async (incoming, outgoing) => {
    try {
      const { method = '', url: path = '', headers } = incoming
      const webhook = { method, path, headers, raw: await buffer(incoming) }
      const given = await answer(webhook)
      outgoing.writeHead(given.status, given.headers).end(given.body)
      await answered(webhook, given)
    } catch {
      outgoing.destroy()
    }
  })
  try {
    await once(server.listen(port, host), 'listening')
  } catch (error) {
    const code = codeOf(error)
    if (code !== 'EADDRINUSE') throw new UsageError(`--port: cannot listen on ${port} (${code}): name another port`)
    const { PortTaken } = await import('../../sandbox.ts')
    const address = 'give the sandbox the new address: start --callback-url URL, or callbackURL in the request'
    throw new PortTaken({ host, port }, `take a free one with --port 0 and ${address}`)
  }
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `http://${host}:${taken}`,
    port: taken,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
