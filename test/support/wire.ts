import { connect, type Socket } from 'node:net'

export interface WireAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests compare whole bodies and reach into them freely
  readonly body: any
}

/** A connection on which a test writes what it likes. */
export interface Wire {
  write(data: string | Buffer): void
  /** The next whole answer; rejects when the connection closes before. An answer to HEAD has no body. */
  answer(options?: { readonly head?: boolean }): Promise<WireAnswer>
  /** Resolves once the connection is closed; with the error's code where it broke. */
  readonly closed: Promise<string | undefined>
  end(): void
  destroy(): void
}

export async function openWire(port: number, host = '127.0.0.1'): Promise<Wire> {
  const socket = connect(port, host)
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  return wireOn(socket)
}

function wireOn(socket: Socket): Wire {
  let received: Buffer = Buffer.alloc(0)
  let isClosed = false
  let wake = () => {}
  let failure: string | undefined
  socket.on('error', (error: NodeJS.ErrnoException) => {
    failure = error.code
  })
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    wake()
  })
  const closed = new Promise<string | undefined>((resolve) =>
    socket.once('close', () => {
      isClosed = true
      wake()
      resolve(failure)
    }),
  )
  return {
    closed,
    write: (data) => void socket.write(data),
    end: () => void socket.end(),
    destroy: () => void socket.destroy(),
    async answer({ head = false } = {}) {
      for (;;) {
        const found = firstAnswer(received, head)
        if (found) {
          received = found.rest
          return found.answer
        }
        if (isClosed) throw new Error(`The connection closed (${failure ?? 'no error'}) after ${received.length} bytes`)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}

function firstAnswer(received: Buffer, head: boolean): { answer: WireAnswer; rest: Buffer } | null {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [first = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n')
  const headers = Object.fromEntries(lines.map(nameAndValue))
  const length = head ? 0 : Number(headers['content-length'] ?? 0)
  if (received.length < end + 4 + length) return null
  const text = received.subarray(end + 4, end + 4 + length).toString('utf8')
  const answer = { status: Number(first.split(' ')[1]), headers, text, body: parsed(text) }
  return { answer, rest: received.subarray(end + 4 + length) }
}

function nameAndValue(line: string): [name: string, value: string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Headers of a request; a list is sent as several lines, null leaves out a header that `requestText` would add. */
export type WireHeaders = Readonly<Record<string, string | readonly string[] | null>>

/** The bytes of a request; adds `host: localhost`, and `content-length` if it has a body. */
export function requestText(line: string, headers: WireHeaders = {}, body: string | Buffer = ''): Buffer {
  const length = Buffer.byteLength(body)
  const all: WireHeaders = {
    host: 'localhost',
    ...(length > 0 ? { 'content-length': String(length) } : {}),
    ...headers,
  }
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === null ? [] : [value].flat().map((one) => `${name}: ${one}\r\n`),
  )
  return Buffer.concat([Buffer.from(`${line} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'), Buffer.from(body)])
}

/** Sends a request on a connection of its own and gives the answer. */
export async function ask(port: number, request: Buffer): Promise<WireAnswer> {
  const wire = await openWire(port)
  wire.write(request)
  try {
    return await wire.answer({ head: request.subarray(0, 5).toString() === 'HEAD ' })
  } finally {
    wire.destroy()
  }
}
