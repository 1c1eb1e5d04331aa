import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { codeOf } from '../../error-code.ts'
import { type BodyRoom, mostOfBody } from '../../recordings/record/kept-body.ts'
import type { WireAnswer, WireCall } from '../../recordings/record/pass-on.ts'
import { UsageError } from '../exit.ts'

export interface ReceivedWebhook extends WireCall {
  readonly headers: IncomingHttpHeaders
}

interface Receiving {
  /** `gone` aborts when the caller hangs up before it has the answer. */
  answer(webhook: ReceivedWebhook, gone: AbortSignal): WireAnswer | Promise<WireAnswer>
  answered?(webhook: ReceivedWebhook, answer: WireAnswer): void | Promise<void>
  /** The room for bodies, and what answers one of more than 1 MB, or without room. Default: every body is read. */
  readonly limit?: { readonly room: BodyRoom; tooLarge(): WireAnswer }
  /** The option that names the port. */
  readonly option?: string
  /** What to do instead if the port is taken. */
  readonly instead?: string
}

const freePort = `take a free one with --port 0 and give the sandbox the new address: start --callback-url URL, or callbackURL in the request`

/** Listens for webhooks on this machine; 0 takes a free port. Throws `PortTaken`. */
export async function openReceiver(port: number, receiving: Receiving) {
  const { option = '--port', instead = freePort } = receiving
  const host = '127.0.0.1'
  const server = createServer((incoming, outgoing) => {
    receive(incoming, outgoing, receiving).catch(() => outgoing.destroy())
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

async function receive(incoming: IncomingMessage, outgoing: ServerResponse, receiving: Receiving): Promise<void> {
  const { answer, answered, limit } = receiving
  const gone = new AbortController()
  outgoing.on('close', () => gone.abort(new Error('the caller hung up')))
  const raw = limit === undefined ? await buffer(incoming) : await bodyWithin(incoming, limit.room)
  const { method = '', url: path = '', headers, rawHeaders } = incoming
  const webhook = { method, path, headers, rawHeaders, raw: raw ?? Buffer.alloc(0) }
  try {
    const given = raw === null && limit ? limit.tooLarge() : await answer(webhook, gone.signal)
    if (given.statusText !== undefined) outgoing.statusMessage = given.statusText
    // An answer with headers of its own has its date too.
    outgoing.sendDate = given.headers === undefined
    outgoing.writeHead(given.status, [...(given.headers ?? [])])
    if (given.body instanceof Readable) await pipeline(given.body, outgoing)
    else outgoing.end(given.body)
    await answered?.(webhook, given)
  } finally {
    limit?.room.give(webhook.raw.length)
  }
}

/** Reads a body of at most 1 MB; returns null if it is larger, or if there is no room for it. */
async function bodyWithin(incoming: IncomingMessage, room: BodyRoom): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    room.pass(chunk.length)
    if (size + chunk.length > mostOfBody || !room.take(chunk.length)) {
      room.give(size)
      return null
    }
    size += chunk.length
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
