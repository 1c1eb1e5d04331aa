import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { codeOf } from '../../error-code.ts'
import type { Answer, Call } from '../../recordings/record/pass-on.ts'
import { UsageError } from '../exit.ts'

export interface ReceivedWebhook extends Call {
  readonly headers: IncomingHttpHeaders
}

interface Receiving {
  answer(webhook: ReceivedWebhook): Answer | Promise<Answer>
  answered?(webhook: ReceivedWebhook, answer: Answer): void | Promise<void>
  /** The option that names the port. */
  readonly option?: string
  /** What to do instead if the port is taken. */
  readonly instead?: string
}

const freePort = `take a free one with --port 0 and give the sandbox the new address: start --callback-url URL, or callbackURL in the request`

/** Listens for webhooks on this machine; 0 takes a free port. Throws `PortTaken`. */
export async function openReceiver(
  port: number,
  { answer, answered, option = '--port', instead = freePort }: Receiving,
) {
  const host = '127.0.0.1'
  const server = createServer(async (incoming, outgoing) => {
    try {
      const { method = '', url: path = '', headers, rawHeaders } = incoming
      const webhook = { method, path, headers, rawHeaders, raw: await buffer(incoming) }
      const given = await answer(webhook)
      if (given.statusText !== undefined) outgoing.statusMessage = given.statusText
      // An answer with headers of its own has its date too.
      outgoing.sendDate = given.headers === undefined
      outgoing.writeHead(given.status, [...(given.headers ?? [])]).end(given.body)
      await answered?.(webhook, given)
    } catch {
      outgoing.destroy()
    }
  })
  try {
    await once(server.listen(port, host), 'listening')
  } catch (error) {
    const code = codeOf(error)
    if (code !== 'EADDRINUSE') throw new UsageError(`${option}: cannot listen on ${port} (${code}): name another port`)
    const { PortTaken } = await import('../../sandbox.ts')
    throw new PortTaken({ host, port }, `stop what listens there, or ${instead}`)
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
