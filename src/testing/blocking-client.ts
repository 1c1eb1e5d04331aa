import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { AnswerOf, Route } from '../control/routes.ts'
import { type Inputs, sendingOf } from '../control-client/sending.ts'
import { answerIn, headersOf } from '../control-client.ts'

/** Calls the control API of another process. */
export interface BlockingClient {
  /** Calls a route for a business, and returns its answer only when it is there. Throws where the call does not succeed. */
  call<R extends Route>(key: string, route: R, ...input: Inputs<R>): AnswerOf<R>
  close(): Promise<number>
}

/** How long a call may take: the sandbox answers at once, unless it runs in the very thread that waits. */
const limitMs = 10_000

/** Sends requests in a thread of its own, as JavaScript text, because a bundle has no file to start it from. */
const sender = `
const { request } = require('node:http')
const { workerData: { port, done } } = require('node:worker_threads')
port.on('message', ({ url, body, ...options }) => {
  const answer = (message) => {
    port.postMessage(message)
    Atomics.store(done, 0, 1)
    Atomics.notify(done, 0)
  }
  const outgoing = request(url, { ...options, agent: false }, (incoming) => {
    let text = ''
    incoming.setEncoding('utf8').on('data', (chunk) => (text += chunk)).on('end', () => answer({ status: incoming.statusCode, text }))
  })
  outgoing.on('error', ({ message }) => answer({ status: 0, text: message })).end(body)
})`

/**
 * A client that waits for its answers without going back to the event loop. So `business()` of a sandbox in another process
 * gives what that of one in this process gives: a business that has its settings, for whatever the merchant's code does next.
 */
export function createBlockingClient(url: string, token: string | undefined): BlockingClient {
  const { port1, port2 } = new MessageChannel()
  const done = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(sender, { eval: true, workerData: { port: port2, done }, transferList: [port2] })
  worker.unref()
  return {
    call(key, route, ...[input]) {
      const sending = sendingOf(route, input)
      const { method, path, body } = sending
      Atomics.store(done, 0, 0)
      port1.postMessage({
        url: new URL(path, url).href,
        method,
        body,
        headers: headersOf({ url, key, token }, sending),
      })
      Atomics.wait(done, 0, 0, limitMs)
      const received = receiveMessageOnPort(port1)
      if (received === undefined) throw new Error(`business(): ${url} did not answer within ${limitMs / 1000} s`)
      return answerIn(received.message.status, received.message.text)
    },
    close: () => worker.terminate(),
  }
}
