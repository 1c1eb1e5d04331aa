import { setMaxListeners } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { alarm, sleep } from '../time.ts'
import { isTooLarge } from './body.ts'
import { type Exposure, refuseExposure } from './exposure.ts'
import { notFound, refuse } from './not-found.ts'
import type { HttpOptions } from './options.ts'
import { pathOf, toOriginForm } from './path.ts'

/** How often a closing server looks for connections that became idle. */
const lookMs = 20

/**
 * Connections that may wait to be accepted, as far as the system allows. With Node's 511 a merchant's thousand calls at
 * once overflow the queue: the system drops some, which come seconds later or are reset (D14).
 */
const backlog = 4096

/**
 * The framework takes 40 ms to load, most of it Node's own Request and Response, which its adapter extends. It is loaded
 * this much later, or with the first call: nobody who starts a sandbox has to wait for it.
 */
const restMs = 50

/** Where to listen. */
export interface Listening {
  readonly host: string
  readonly port: number
}

/** A listening server. */
export interface Served {
  readonly port: number
  /** Stops accepting, lets replies under way finish for up to `graceMs`, then closes what is left. */
  close(graceMs: number): Promise<void>
}

/** The port is in use; the command line turns it into exit 4. */
export class PortTaken extends Error {
  constructor({ host, port }: Listening) {
    super(`Port ${port} on ${host} is taken: stop what listens there, or start with --port 0 for a free one`)
    this.name = 'PortTaken'
  }
}

/** The address cannot be listened on; the command line turns it into exit 3. */
class CannotListen extends Error {
  constructor({ host, port }: Listening, why: string) {
    super(
      `Cannot listen on ${host}, port ${port} (${why}): name another address with --host, or another port with --port`,
    )
    this.name = 'CannotListen'
  }
}

/** Serves on an address; the loopback default listens on 127.0.0.1 and, where there is one, on ::1. */
export async function serve(options: HttpOptions, exposure: Exposure, listening: Listening): Promise<Served> {
  const stopping = new AbortController()
  // Any number of calls may wait at once.
  setMaxListeners(0, stopping.signal)
  let app: RequestListener | null = null
  const load = async () => {
    const { createApp } = await import('./app.ts')
    app ??= createApp(options, stopping.signal)
    return app
  }
  const handle = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    toOriginForm(incoming)
    const refused = refuseExposure(incoming, exposure)
    if (refused) return refuse(options, incoming, outgoing, refused)
    const { method = 'GET' } = incoming
    const path = pathOf(incoming)
    // D4: HEAD is no GET here; and Hono is not asked about targets that are no paths, or that its adapter refuses.
    if (method === 'HEAD' || !path.startsWith('/') || path.includes('\\'))
      return refuse(options, incoming, outgoing, notFound(method, path, options.endpoints))
    if (app) app(incoming, outgoing)
    else void load().then((loaded) => loaded(incoming, outgoing))
  }
  const first = await listen(handle, listening)
  const { port } = first.address() as AddressInfo
  const second = listening.host === '127.0.0.1' ? await listenBeside(first, handle, listening) : null
  const servers = second ? [first, second] : [first]
  const soon = alarm()
  soon.in(restMs, load)
  return {
    port,
    async close(graceMs) {
      soon.off()
      stopping.abort()
      await Promise.all(servers.map((server) => closeServer(server, graceMs)))
    },
  }
}

function listen(
  handle: (incoming: IncomingMessage, outgoing: ServerResponse) => void,
  listening: Listening,
): Promise<Server> {
  const server = createServer({ keepAliveTimeout: 75_000 }, handle)
  server.on('checkContinue', (incoming, outgoing) => {
    if (!isTooLarge(incoming)) outgoing.writeContinue()
    handle(incoming, outgoing)
  })
  return new Promise((resolve, reject) => {
    // Once it listens, an error is a connection that could not be accepted: the promise is settled, and others will be.
    server.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      reject(code === 'EADDRINUSE' ? new PortTaken(listening) : new CannotListen(listening, code ?? message))
    })
    server.listen({ host: listening.host, port: listening.port, backlog }, () => resolve(server))
  })
}

/** The same port of ::1; null where there is no IPv6. Another program there would get the calls to http://localhost. */
async function listenBeside(
  first: Server,
  handle: (incoming: IncomingMessage, outgoing: ServerResponse) => void,
  { port: asked }: Listening,
): Promise<Server | null> {
  const { port } = first.address() as AddressInfo
  try {
    return await listen(handle, { host: '::1', port })
  } catch (cause) {
    if (!(cause instanceof PortTaken) || asked === 0) return null
    first.close()
    throw cause
  }
}

async function closeServer(server: Server, graceMs: number): Promise<void> {
  let isClosed = false
  const closed = new Promise<void>((resolve) => server.close(() => resolve())).then(() => {
    isClosed = true
  })
  // A connection whose reply was under way becomes idle later, so idle ones are closed again and again.
  for (let waitedMs = 0; !isClosed && waitedMs < graceMs; waitedMs += lookMs) {
    server.closeIdleConnections()
    await Promise.race([closed, sleep(lookMs)])
  }
  server.closeAllConnections()
  await closed
}
