import { Readable } from 'node:stream'

// What node-fetch 2 and abort-controller put in place of Node's globals, as far as a test touches it: Node's streams in place of
// web streams, no signal of a request and no reason of a signal.

class Headers {
  #values

  constructor(given) {
    this.#values = new Map(given instanceof Headers ? given : Object.entries(given))
  }

  get(name) {
    return this.#values.get(name) ?? null
  }

  [Symbol.iterator]() {
    return this.#values.entries()
  }
}

class Message {
  #text

  constructor(text, { headers = {} }) {
    this.#text = text ?? ''
    this.body = Readable.from([this.#text])
    this.headers = new Headers(headers)
  }

  async text() {
    return this.#text
  }

  async arrayBuffer() {
    return Uint8Array.from(Buffer.from(this.#text)).buffer
  }
}

class Request extends Message {
  signal = null

  constructor(url, { method = 'GET', body, headers } = {}) {
    super(body, { headers })
    this.url = String(url)
    this.method = method
  }
}

class Response extends Message {
  constructor(body, { status = 200, headers } = {}) {
    super(body, { headers })
    this.status = status
  }
}

class AbortSignal extends EventTarget {
  aborted = false
}

class AbortController {
  signal = new AbortSignal()

  abort() {
    this.signal.aborted = true
    this.signal.dispatchEvent(new Event('abort'))
  }
}

function fetch() {
  throw new Error('The fetch of the test was called')
}

export const foreignClasses = { AbortController, AbortSignal, fetch, Headers, Request, Response }
