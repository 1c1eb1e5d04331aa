import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { sleep } from '../../src/time.ts'

/** What a receiver does when it has read a request. */
export type Behaviour = (socket: Socket) => void

export const misbehaviours = {
  'resets before answering': (socket) => socket.resetAndDestroy(),
  'closes before answering': (socket) => socket.end(),
  'never answers': () => {},
  'drips a byte every 100 ms': (socket) => void drip(socket, reply(200, 'dripping')),
  'never ends its answer': (socket) => socket.write(half(200)),
  'resets halfway': (socket) => socket.write(half(200), () => socket.resetAndDestroy()),
  'closes halfway': (socket) => socket.end(half(200)),
  'speaks no HTTP': (socket) => socket.end('220 mail.example ready\r\n'),
  'has a status of zeros': (socket) => socket.end('HTTP/1.1 000 None\r\ncontent-length: 0\r\n\r\n'),
  'sends 64 MB': (socket) => void flood(socket, 64),
  'sends a gzip bomb': (socket) => socket.write(bomb()),
  'sends endless headers': (socket) => socket.write(`HTTP/1.1 200 OK\r\nx-long: ${'a'.repeat(64_000)}`),
  'redirects to itself': (socket) => socket.write(reply(302, '', { location: '/elsewhere' })),
  'hints and closes': (socket) => socket.end(interim.hints),
  'asks to continue and hangs': (socket) => socket.write(interim.go),
  'switches to another protocol': (socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
  'switches to no protocol': (socket) => socket.end(`HTTP/1.1 101 Switching Protocols\r\n\r\n${reply(200, 'ok')}`),
} as const satisfies Record<string, Behaviour>

/** Answers before the final one. */
export const interim = {
  go: 'HTTP/1.1 100 Continue\r\n\r\n',
  goes: 'HTTP/1.1 100 \r\nx-trace: 100\r\n\r\n',
  works: 'HTTP/1.1 102 Processing\r\n\r\n',
  hints: 'HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n',
} as const

/** Answers with `first` before the answer itself, each byte in a packet of its own if asked so. */
export function answers(status: number, text = '', first = '', isSplit = false): Behaviour {
  const whole = first + reply(status, text)
  return (socket) => void sendParts(socket.setNoDelay(), isSplit ? [...whole] : [whole])
}

async function sendParts(socket: Socket, parts: readonly string[]): Promise<void> {
  for (const part of parts) await new Promise<unknown>((resolve) => socket.write(part, () => setImmediate(resolve)))
}

/** A listener on a free port that counts what reaches it. */
export interface Receiver {
  readonly url: string
  readonly port: number
  /** Connections accepted so far, and those open now. */
  readonly accepted: number
  readonly open: number
  /** Every whole request, head and body. */
  readonly requests: readonly string[]
  /** Resolves at the next complete request, connection or close, whichever is asked for. */
  next(event: 'request' | 'connection' | 'close'): Promise<void>
  close(): Promise<void>
}

interface Where {
  readonly host?: string
  readonly port?: number
  readonly tls?: { readonly key: string; readonly cert: string }
}

/** Starts a receiver that meets every request with `behave`. */
export async function startReceiver(
  behave: Behaviour,
  { host = '127.0.0.1', port = 0, tls }: Where = {},
): Promise<Receiver> {
  const sockets = new Set<Socket>()
  const requests: string[] = []
  const waiting: [string, () => void][] = []
  const happened = (event: string) => {
    for (const [wanted, resolve] of waiting) if (wanted === event) resolve()
  }
  let accepted = 0
  const serve = (socket: Socket) => {
    accepted += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      happened('close')
    })
    readRequests(socket, (request) => {
      requests.push(request)
      happened('request')
      behave(socket)
    })
    happened('connection')
  }
  const server = tls === undefined ? createTcpServer(serve) : createTlsServer(tls, serve)
  const bound = await listen(server, host, port)
  return {
    url: `${tls === undefined ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${bound}/hook`,
    port: bound,
    requests,
    get accepted() {
      return accepted
    },
    get open() {
      return sockets.size
    },
    next: (event) => new Promise((resolve) => waiting.push([event, resolve])),
    close: () => close(server, sockets),
  }
}

/** A port of 127.0.0.1 on which nothing listens. */
export async function refusingPort(): Promise<number> {
  const receiver = await startReceiver(() => {})
  await receiver.close()
  return receiver.port
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      resolve(address !== null && typeof address === 'object' ? address.port : 0)
    })
  })
}

function close(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  for (const socket of sockets) socket.destroy()
  return new Promise((resolve) => server.close(() => resolve()))
}

function readRequests(socket: Socket, each: (request: string) => void): void {
  let text = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk
    const head = text.indexOf('\r\n\r\n')
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
    if (head < 0 || text.length < head + 4 + length) return
    const request = Buffer.from(text.slice(0, head + 4 + length), 'latin1').toString()
    text = ''
    each(request)
  })
}

function reply(status: number, text: string, headers: Record<string, string> = {}): string {
  const length = status === 204 ? {} : { 'content-length': String(Buffer.byteLength(text)) }
  const lines = Object.entries({ ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} Reason\r\n${lines.join('')}\r\n${text}`
}

function half(status: number): string {
  return `HTTP/1.1 ${status} OK\r\ncontent-length: 100\r\n\r\nhalf`
}

function bomb(): Buffer {
  const body = gzipSync(Buffer.alloc(16 * 1024 * 1024))
  const head = `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${body.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), body])
}

async function drip(socket: Socket, text: string): Promise<void> {
  for (const byte of text) {
    if (socket.destroyed) return
    socket.write(byte)
    await sleep(100)
  }
}

async function flood(socket: Socket, megabytes: number): Promise<void> {
  socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${megabytes * 1024 * 1024}\r\n\r\n`)
  const block = Buffer.alloc(1024 * 1024, 'x')
  for (let sent = 0; sent < megabytes && !socket.destroyed; sent += 1) {
    await new Promise((resolve) => socket.write(block, resolve))
  }
}
