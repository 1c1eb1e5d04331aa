import { ControlFailure, failureOf } from '../../control-client/failure.ts'
import { sendingOf } from '../../control-client/sending.ts'
import type { Call } from './call.ts'

export interface Client {
  readonly key: string
  readonly call: Call
  /** Sends bytes, or asks for an answer that is not JSON; rejects with a `ControlFailure`. */
  exchange(path: string, init?: Pick<RequestInit, 'method' | 'body' | 'headers'>): Promise<Response>
}

export function createClient(key: string): Client {
  const exchange: Client['exchange'] = async (path, init) => {
    const answer = await send(path, { ...init, headers: { ...init?.headers, authorization: key } })
    if (answer.ok) return answer
    throw failureOf(answer.status, await answer.text(), answer.headers.get('x-sandbox-error'))
  }
  return {
    key,
    exchange,
    async call(route, ...[input]) {
      const { method, path, body } = sendingOf(route, input)
      const sent = body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }
      return (await exchange(path, { method, ...sent })).json()
    },
  }
}

/** Sends a request to the sandbox; rejects with a `ControlFailure` if nothing answers. */
export async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { ...init, cache: 'no-store' })
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new ControlFailure({
      status: 0,
      code: 'unreachable',
      message: 'The sandbox does not answer',
      hint: 'is it running?',
    })
  }
}
