import { existsSync } from 'node:fs'
import { type buildConnector, Pool } from 'undici'
import type { NoAnswer, Outcome } from '../../domain/delivery.ts'
import { type CallbackAddress, callbackAddress, type SocketOptions } from './connect.ts'
import { stopped } from './exchange.ts'
import { OriginConnections, poolOptions, type Wire } from './origin-connections.ts'

export { stopped } from './exchange.ts'

/** `headers` are sent unchanged, with `accept-encoding: identity`. */
export type Post = Omit<Wire, 'path'>

export interface WebhookClient {
  /** The outcome's error is a sentence for the developer. Rejects only because of a bug of the sandbox. */
  post(request: Post): Promise<Outcome>
  /** Stops all posts and resolves when the last socket is closed; later posts are stopped at once. */
  close(): Promise<void>
}

export interface WebhookClientOptions extends Omit<SocketOptions, 'isContainer'> {
  /** Looked up if not given. */
  readonly isContainer?: boolean
}

/** Makes the HTTP client for webhooks: no redirects, no decompression, no proxy, no address that the policy forbids. */
export function createWebhookClient({
  isContainer = runsInContainer(),
  ...connecting
}: WebhookClientOptions): WebhookClient {
  const options: SocketOptions = { ...connecting, isContainer }
  const origins = new Map<string, OriginConnections>()
  let closed = false
  const originAt = ({ origin: name, target }: CallbackAddress): OriginConnections => {
    // A connection that was let through to the sandbox's own receiver must not carry anything to another of its paths.
    const sharedBy = target.toReceiver ? `${name} receiver` : name
    const known = origins.get(sharedBy)
    if (known) return known
    const openPool = (connect: buildConnector.connector) => new Pool(name, { ...poolOptions, connect })
    const emptied = () => origins.get(sharedBy) === origin && origins.delete(sharedBy)
    const origin: OriginConnections = new OriginConnections(target, options, { openPool, emptied })
    origins.set(sharedBy, origin)
    return origin
  }
  return {
    async post({ url, body, headers, timeoutMs, signal }) {
      const address = callbackAddress(url)
      if (address === null) return failed({ error: `the callback URL is not an http or https URL: ${url}` })
      if (closed || signal?.aborted) return failed(stopped)
      const all = { ...address.headers, ...headers, 'accept-encoding': 'identity' }
      return originAt(address).post({ url, path: address.path, headers: all, body, timeoutMs, signal })
    },
    async close() {
      closed = true
      await Promise.all([...origins.values()].map((origin) => origin.close()))
    },
  }
}

function failed(why: NoAnswer): Outcome {
  return { response: null, ...why, durationMs: 0, sent: false }
}

/** Docker and Podman create these files in every container. */
const marks = ['/.dockerenv', '/run/.containerenv']

function runsInContainer(): boolean {
  return marks.some((mark) => existsSync(mark))
}
