import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AnswerOf } from '../control/routes.ts'
import type { TransactionWebhook } from '../flows/final-record.ts'
import { verifySignature } from '../webhooks/sign.ts'
import { asCode, checkOptions } from './options.ts'

/** A webhook that reached the receiver. */
export interface Received {
  /** The parsed JSON, or `{}` if the body is not a JSON object: some scenarios send one that is not. */
  readonly body: TransactionWebhook
  /** The exact bytes, which the signature covers. */
  readonly raw: Buffer
  /** The headers by name, in lower case. */
  readonly headers: Record<string, string>
  /** 1 for the first attempt of this webhook. */
  readonly attempt: number
}

/** A real HTTP server that stands for yours. It answers 200 until you set something else. */
export interface Receiver {
  /** Its address. Give it to a business as `callbackUrl`. */
  readonly url: string
  /** Every webhook so far, in the order of arrival. */
  readonly webhooks: readonly Received[]
  /**
   * Sets the answer to the next webhooks: a status from 200 to 599, `'hang'` (no answer, until the setting `timeout` ends
   * the attempt) or `'reset'` (the connection breaks). It holds until you set another one. With `times`, a positive integer,
   * the receiver answers 200 again after that many webhooks. Anything else throws a TypeError.
   */
  reply(status: number | 'hang' | 'reset', options?: { readonly times?: number }): void
  /** True if a business of this sandbox signed these bytes. */
  verify(webhook: Received): boolean
}

export type Signing = Pick<AnswerOf<'GET /_sandbox/business'>, 'signatureHeader' | 'webhookSecret'>

/** Where a receiver is called. */
export interface Port {
  readonly url: string
  close(): Promise<void>
}

/** Opens a free port, and hands each call to a listener. */
export async function openPort(listener: RequestListener): Promise<Port> {
  const server = createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Starts a receiver. `signings` gives the businesses whose signatures it accepts. */
export async function startReceiver(
  signings: () => readonly Signing[],
  open: (listener: RequestListener) => Promise<Port> = openPort,
): Promise<Receiver & Port> {
  const webhooks: Received[] = []
  let answer: Answer = { status: 200, left: Number.POSITIVE_INFINITY }
  const { url, close } = await open((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    // A sandbox may stop in the middle of a webhook: that is not an error of the test, and the webhook did not arrive.
    incoming.on('error', () => {})
    outgoing.on('error', () => {})
    incoming.on('end', () => {
      webhooks.push(received(Buffer.concat(chunks), incoming.headers))
      const { status } = answer
      if (--answer.left <= 0) answer = { status: 200, left: Number.POSITIVE_INFINITY }
      respond(outgoing, status)
    })
  })
  return {
    url,
    close,
    webhooks,
    reply(status, options = {}) {
      answer = answerOf(status, options)
    },
    verify: ({ raw, headers }) =>
      signings().some(({ signatureHeader: header, webhookSecret: secret }) =>
        verifySignature({ header, secret, body: raw, headers }),
      ),
  }
}

interface Answer {
  readonly status: number | 'hang' | 'reset'
  left: number
}

/** Throws if `reply` is called: the next webhook would show a wrong answer only later. */
function answerOf(status: number | 'hang' | 'reset', options: { readonly times?: number }): Answer {
  const isFinal = typeof status === 'number' && Number.isInteger(status) && status >= 200 && status <= 599
  if (!isFinal && status !== 'hang' && status !== 'reset') {
    throw new TypeError(
      `reply(): ${asCode(status)} is not an answer; write a status from 200 to 599, 'hang' or 'reset'`,
    )
  }
  checkOptions('reply()', options, ['times'])
  const { times } = options
  if (times === undefined) return { status, left: Number.POSITIVE_INFINITY }
  if (Number.isInteger(times) && times > 0) return { status, left: times }
  throw new TypeError(`reply(): times: ${asCode(times)} is not a positive integer; omit it to apply to every request`)
}

function respond(outgoing: ServerResponse, status: number | 'hang' | 'reset'): void {
  if (status === 'hang') return
  if (status === 'reset') return void outgoing.socket?.resetAndDestroy()
  outgoing.writeHead(status).end()
}

function received(raw: Buffer, given: IncomingHttpHeaders): Received {
  const headers = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]))
  return { body: webhookIn(raw.toString('utf8')), raw, headers, attempt: Number(headers['x-sandbox-attempt'] ?? 1) }
}

/** Returns the JSON object in the body of a webhook, or `{}` if a scenario sends something else. */
export function webhookIn(body: unknown): TransactionWebhook {
  const nothing = JSON.parse('{}')
  try {
    const value = typeof body === 'string' ? JSON.parse(body) : body
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : nothing
  } catch {
    return nothing
  }
}
