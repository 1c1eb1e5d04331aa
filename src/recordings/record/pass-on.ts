import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { Readable } from 'node:stream'
import { codeOf, messageOf } from '../../error-code.ts'

/** A call as it came over the wire. */
export interface WireCall {
  readonly method: string
  /** With the query. */
  readonly path: string
  /** Names and values by turns. */
  readonly rawHeaders: readonly string[]
  readonly raw: Buffer
}

export interface WireAnswer {
  readonly status: number
  readonly statusText?: string
  /** Names and values by turns. */
  readonly headers?: readonly string[]
  /** As it comes: compressed if it comes so. */
  readonly body?: Buffer | Readable
}

export interface Passing {
  readonly to: URL
  /** Used in place of the path of `to`. */
  readonly path?: string
  readonly signal?: AbortSignal
}

/** Headers that belong to one connection, not to what is sent over it. */
const ofConnection = /^(?:connection|expect|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade)$/i

/** Methods whose calls without a body need no length. */
const withoutBody = /^(?:get|head|delete|options|trace)$/i

/** Sends a call to another address with its own headers and bytes, and returns the answer once its headers are there. */
export async function passOn(call: WireCall, { to, path = to.pathname + to.search, signal }: Passing) {
  const request = to.protocol === 'https:' ? secureRequest : plainRequest
  const own = headersIn(call.rawHeaders).filter(([name]) => !/^(?:host|content-length)$/i.test(name))
  const hasBody = call.raw.length > 0 || !withoutBody.test(call.method)
  const length = hasBody ? ['content-length', String(call.raw.length)] : []
  const headers = ['host', to.host, ...own.flat(), ...length]
  const body = await new Promise<IncomingMessage>((resolve, reject) => {
    // A connection of its own for each call: the other end may just be closing one that is kept.
    const outgoing = request(to, { method: call.method, path, headers, agent: false, ...(signal ? { signal } : {}) })
    outgoing.on('response', resolve).on('error', reject).end(call.raw)
  })
  return {
    status: body.statusCode ?? 502,
    statusText: body.statusMessage ?? '',
    headers: headersIn(body.rawHeaders).flat(),
    body,
  } satisfies WireAnswer
}

export type Header = readonly [name: string, value: string]

/** Returns headers by name, without those of the connection. */
export function headersIn(list: readonly string[]): readonly Header[] {
  const isKept = (name: string, at: number) => at % 2 === 0 && !ofConnection.test(name)
  return list.flatMap((name, at) => (isKept(name, at) ? [[name, list[at + 1] ?? ''] as const] : []))
}

/** Returns the value of a header; empty if there is none. */
export function headerOf(headers: readonly Header[], wanted: string): string {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? ''
}

/** Says why there is no answer. */
export function whyNoAnswer(cause: unknown): string {
  return codeOf(cause) === 'ECONNREFUSED'
    ? 'connection refused: nothing listens there; is your server started?'
    : messageOf(cause)
}
