import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import { monotonicMs, nextTurn, sleep } from '../../time.ts'
import type { App } from '../app.ts'
import { maxBodyBytes, mostBodyBytes } from '../body/read-body.ts'
import { explainProtocols } from './explain-protocols.ts'
import { type Listening, PortTaken } from './port-taken.ts'

/** How often a closing server looks for idle connections. */
const lookMs = 20

/**
 * Connections that may wait to be accepted, as far as the system allows. With Node's 511 a merchant's thousand calls at
 * once overflow the queue: the system drops some, which come seconds later or are reset (D14).
 */
const backlog = 4096

/** A port that belongs to the sandbox. Calls that come before `answer` wait for it. */
export interface OpenPort {
  readonly port: number
  /** Answers calls by the app, which is loaded with the first one. */
  answer(app: () => Promise<App>): void
  /** Stops accepting, lets replies under way finish for up to `graceMs`, then closes what is left. */
  close(graceMs: number): Promise<void>
}

/**
 * Takes the port before anything else is opened: a start that is refused it leaves nothing behind. The loopback default and
 * `localhost`, which clients resolve to either address, listen on 127.0.0.1 and, if the machine has IPv6, on ::1. `say` gets
 * what explains a connection that no call can come by.
 */
export async function listen(asked: Listening, say: (message: string) => void): Promise<OpenPort> {
  const early: Parameters<RequestListener>[] = []
  let begin = async () => {}
  const wait: RequestListener = (...call) => {
    if (early.push(call) === 1) void begin()
  }
  const listening = asked.host === 'localhost' ? { ...asked, host: '127.0.0.1' } : asked
  const first = await bind(wait, listening)
  const { port } = first.address() as AddressInfo
  const second = listening.host === '127.0.0.1' ? await bindBeside(first, wait, listening) : null
  const servers = second ? [first, second] : [first]
  for (const server of servers) explainProtocols(server, say)
  return {
    port,
    answer(app) {
      begin = async () => {
        const { requestListener } = await import('./request-listener.ts')
        const listener = requestListener(await app())
        for (const server of servers) server.off('request', wait).on('request', listener)
        for (const call of early) listener(...call)
      }
      if (early.length > 0) void begin()
    },
    async close(graceMs) {
      await Promise.all(servers.map((server) => closeServer(server, graceMs)))
    },
  }
}

/** The address cannot be listened on; the command line turns it into exit 2 if a flag named it, else 3. */
class CannotListen extends Error {
  constructor({ host, port }: Listening, why: string) {
    super(
      `Cannot listen on ${host}, port ${port} (${why}): name another address with --host, or another port with --port`,
    )
    this.name = 'CannotListen'
  }
}

function bind(listener: RequestListener, listening: Listening): Promise<Server> {
  const server = createServer({ keepAliveTimeout: 75_000 }, listener)
  server.on('checkContinue', (incoming, outgoing) => {
    const most = incoming.url?.startsWith('/_sandbox/import') ? mostBodyBytes : maxBodyBytes
    if (!(Number(incoming.headers['content-length']) > most)) outgoing.writeContinue()
    server.emit('request', incoming, outgoing)
  })
  return new Promise((resolve, reject) => {
    // Once it listens, an error is a connection that could not be accepted: the promise is settled, and others will be.
    server.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      reject(code === 'EADDRINUSE' ? new PortTaken(listening) : new CannotListen(listening, code ?? message))
    })
    server.listen({ host: listening.host, port: listening.port, backlog }, () => resolve(server))
  })
}

/**
 * Returns the same port of ::1, or null if the machine has no IPv6. Another program there would get the calls to
 * http://localhost.
 */
async function bindBeside(
  first: Server,
  listener: RequestListener,
  { port: asked }: Listening,
): Promise<Server | null> {
  const { port } = first.address() as AddressInfo
  try {
    return await bind(listener, { host: '::1', port })
  } catch (cause) {
    if (!(cause instanceof PortTaken) || asked === 0) return null
    first.close()
    throw cause
  }
}

async function closeServer(server: Server, graceMs: number): Promise<void> {
  let isClosed = false
  const closed = new Promise<void>((resolve) => server.once('close', resolve)).then(() => {
    isClosed = true
  })
  // Not the server's own `close`, which closes idle connections at once, even if a call has come on one and was not read
  // yet; from Node 26 on also new connections. The caller would get ECONNRESET.
  NetServer.prototype.close.call(server)
  // The first turn may end without a look at the connections.
  for (let turns = 0; turns < 2; turns += 1) await nextTurn()
  server.close()
  // A connection whose reply was under way becomes idle later, so idle ones are closed again and again. Looks are not
  // counted: on a busy machine each comes late, and 150 of them took longer than the 5 s of a stop.
  const until = monotonicMs() + graceMs
  while (!isClosed && monotonicMs() < until) {
    server.closeIdleConnections()
    await Promise.race([closed, sleep(lookMs)])
  }
  server.closeAllConnections()
  await closed
}
