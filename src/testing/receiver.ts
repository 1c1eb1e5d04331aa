import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifySignature } from '../webhooks/sign.ts'

/** A webhook as it reached the receiver. */
export interface Received {
  /** The parsed JSON; `{}` when the body is not a JSON object. */
  readonly body: Record<string, unknown>
  /** The exact bytes. */
  readonly raw: Buffer
  readonly headers: Record<string, string>
  /** 1 for the first attempt of this webhook. */
  readonly attempt: number
}

/** A real HTTP listener that stands for the merchant's server. */
export interface Receiver {
  readonly url: string
  readonly webhooks: readonly Received[]
  /**
   * What the next webhooks are answered, until told otherwise: a status, `hang` (no answer) or `reset` (the connection
   * breaks). With `times` it goes back to 200 after so many.
   */
  reply(status: number | 'hang' | 'reset', options?: { readonly times?: number }): void
  /** True when the webhook was signed by a business of this sandbox. */
  verify(webhook: Received): boolean
}

/** How one business signs. */
export interface Signing {
  readonly signatureScheme: 'hmac-sha512' | 'standard-webhooks'
  readonly signatureHeader: string
  readonly webhookSecret: string
}

/** Starts a receiver on a free port; `signings` gives the businesses whose signatures count as right. */
export async function startReceiver(
  signings: () => readonly Signing[],
): Promise<Receiver & { close(): Promise<void> }> {
  const webhooks: Received[] = []
  let answer: { status: number | 'hang' | 'reset'; left: number } = { status: 200, left: Number.POSITIVE_INFINITY }
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    // A sandbox that stops halfway through is no error of the test; what is not complete did not arrive.
    incoming.on('error', () => {})
    incoming.on('end', () => {
      webhooks.push(received(Buffer.concat(chunks), incoming.headers))
      const { status } = answer
      if (--answer.left <= 0) answer = { status: 200, left: Number.POSITIVE_INFINITY }
      respond(outgoing, status)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    webhooks,
    reply(status, { times = Number.POSITIVE_INFINITY } = {}) {
      answer = times > 0 ? { status, left: times } : { status: 200, left: Number.POSITIVE_INFINITY }
    },
    verify: ({ raw, headers }) =>
      signings().some(({ signatureScheme: scheme, signatureHeader: header, webhookSecret: secret }) =>
        verifySignature({ scheme, header, secret, body: raw, headers }),
      ),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function respond(outgoing: ServerResponse, status: number | 'hang' | 'reset'): void {
  if (status === 'hang') return
  if (status === 'reset') return void outgoing.socket?.resetAndDestroy()
  outgoing.writeHead(status).end()
}

function received(raw: Buffer, given: IncomingHttpHeaders): Received {
  const headers = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]))
  return { body: parsed(raw), raw, headers, attempt: Number(headers['x-sandbox-attempt'] ?? 1) }
}

function parsed(raw: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(raw.toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  } catch {
    return {}
  }
}
