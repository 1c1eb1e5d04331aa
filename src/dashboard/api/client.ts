import type { AnswerOf, Route } from '../../control/routes.ts'
import { ControlFailure, failureOf } from '../../control-client/failure.ts'
import { type Inputs, sendingOf } from '../../control-client/sending.ts'

/** Calls of the control API for one business. */
export interface Client {
  readonly key: string
  /** Calls a route such as `GET /_sandbox/clock`; rejects with a `ControlFailure`. */
  call<R extends Route>(route: R, ...input: Inputs<R>): Promise<AnswerOf<R>>
}

export function createClient(key: string): Client {
  return {
    key,
    async call(route, ...[input]) {
      const { method, path, body } = sendingOf(route, input)
      const headers = { authorization: key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
      const answer = await send(path, { method, headers, ...(body === undefined ? {} : { body }) })
      if (answer.ok) return answer.json()
      throw failureOf(answer.status, await answer.text())
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
