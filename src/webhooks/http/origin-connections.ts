import { setMaxListeners } from 'node:events'
import type { Socket } from 'node:net'
import type { buildConnector, Pool } from 'undici'
import type { Outcome } from '../../domain/delivery.ts'
import { sleep } from '../../time.ts'
import { admitContinue } from './admit-continue.ts'
import { isThisMachine, openSocket, type SocketOptions, type Target } from './connect.ts'
import { Exchange, stopped } from './exchange.ts'
import { isShortage, shortageMs } from './shortage.ts'

export interface Wire {
  readonly url: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
  /** For connecting, sending and reading the answer together. */
  readonly timeoutMs: number
  /** Stops the attempt at once: its outcome is `stopped`. */
  readonly signal?: AbortSignal | undefined
}

/** Shorter than the idle limit of servers: a webhook seldom uses a connection that is about to close. */
const idleMs = 1000

/** How an origin connects, and who learns that it has neither a connection nor an attempt any more. */
interface OriginParts {
  readonly openPool: (connect: buildConnector.connector) => Pool
  readonly emptied: () => void
}

/** The connections to one origin and the attempts that use or await them. */
export class OriginConnections {
  readonly #target: Target
  readonly #options: SocketOptions
  readonly #pool: Pool
  readonly #emptied: () => void
  readonly #sockets = new Set<Socket>()
  readonly #connecting = new Set<Socket>()
  readonly #attempts = new Set<Exchange>()
  readonly #waiting = new Set<Exchange>()

  constructor(target: Target, options: SocketOptions, { openPool, emptied }: OriginParts) {
    this.#target = target
    this.#options = options
    this.#pool = openPool((_, callback) => this.#connect(callback))
    this.#emptied = emptied
  }

  post({ url, path, headers, body, timeoutMs, signal }: Wire): Promise<Outcome> {
    return new Promise((resolve) => {
      const stop = () => exchange.stop(stopped)
      const exchange: Exchange = new Exchange({
        url,
        host: hostOf(this.#target),
        secure: this.#target.secure,
        isContainer: this.#options.isContainer && isThisMachine(this.#target.host),
        timeoutMs,
        connected: () => this.#noLongerWaits(exchange),
        settled: (outcome) => {
          signal?.removeEventListener('abort', stop)
          this.#attempts.delete(exchange)
          this.#noLongerWaits(exchange)
          this.#perhapsEmpty()
          resolve(outcome)
        },
      })
      this.#attempts.add(exchange)
      this.#waiting.add(exchange)
      // One signal may stop all attempts of a business.
      if (signal !== undefined) setMaxListeners(0, signal)
      signal?.addEventListener('abort', stop)
      this.#pool.dispatch({ method: 'POST', path, headers, body }, exchange)
    })
  }

  /** Stops all attempts and resolves when the last socket is closed. */
  async close(): Promise<void> {
    for (const exchange of this.#attempts) exchange.stop(stopped)
    await this.#pool.destroy()
    const closed = [...this.#sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve)))
    for (const socket of this.#sockets) socket.destroy()
    await Promise.all(closed)
  }

  #connect(callback: buildConnector.Callback): void {
    try {
      // The client reconnects after every aborted request, even when it has no other.
      if (this.#waiting.size === 0) throw new Error(stopped.error)
      this.#watch(openSocket(this.#target, this.#options), callback)
    } catch (error) {
      this.#failed(error instanceof Error ? error : new Error(String(error)), callback)
    }
  }

  /** During a shortage of file descriptors the attempt continues until its deadline. */
  #failed(error: Error, callback: buildConnector.Callback): void {
    if (!isShortage(error)) {
      void Promise.resolve().then(() => callback(error, null))
      return
    }
    for (const exchange of this.#waiting) exchange.hindered(error)
    void sleep(shortageMs).then(() => this.#connect(callback))
  }

  #watch(socket: Socket, callback: buildConnector.Callback): void {
    const failed = (error: Error) => this.#failed(error, callback)
    this.#sockets.add(socket)
    this.#connecting.add(socket)
    socket.once('close', () => {
      this.#sockets.delete(socket)
      this.#connecting.delete(socket)
      this.#perhapsEmpty()
    })
    socket.once('error', failed)
    socket.once(this.#target.secure ? 'secureConnect' : 'connect', () => {
      this.#connecting.delete(socket)
      socket.off('error', failed)
      callback(null, admitContinue(socket))
    })
  }

  #perhapsEmpty(): void {
    if (this.#attempts.size === 0 && this.#sockets.size === 0) this.#emptied()
  }

  /** Aborts pending connections if no attempt waits for one: the client cannot. */
  #noLongerWaits(exchange: Exchange): void {
    this.#waiting.delete(exchange)
    if (this.#waiting.size > 0) return
    for (const socket of this.#connecting) socket.destroy(new Error(stopped.error))
  }
}

/** `Exchange` keeps the deadlines. */
export const poolOptions = {
  pipelining: 1,
  keepAliveTimeout: idleMs,
  keepAliveMaxTimeout: idleMs,
  keepAliveTimeoutThreshold: idleMs,
  headersTimeout: 0,
  bodyTimeout: 0,
  allowH2: false,
} as const

function hostOf({ host, port }: Target): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}
