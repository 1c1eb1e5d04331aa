import { existsSync } from 'node:fs'
import type { Outcome } from '../domain/delivery.ts'
import type { ConnectOptions, Target } from './deliver/connect.ts'
import { addressOf } from './deliver/connect.ts'
import { stoppedError } from './deliver/exchange.ts'
import { Origin, Origins, poolOptions, type Wire } from './deliver/origin.ts'

export { stoppedError } from './deliver/exchange.ts'

/** One attempt to deliver. `headers` go out as they are, with `accept-encoding: identity` beside them. */
export interface Post {
  readonly url: string
  readonly body: string | Buffer
  readonly headers: Readonly<Record<string, string>>
  /** For all of it: connecting, sending and reading the answer. */
  readonly timeoutMs: number
  /** Stops the attempt at once: its outcome is `stoppedError`. */
  readonly signal?: AbortSignal | undefined
}

/** The only way out of the sandbox. */
export interface Deliverer {
  /** What goes wrong is the outcome's error, a sentence a developer can act on. Rejects only where it is the sandbox's own fault. */
  post(request: Post): Promise<Outcome>
  /** Stops what is under way and resolves when the last socket is closed; later posts are stopped at once. */
  close(): Promise<void>
}

/** How the deliverer connects, and what it keeps open. */
export interface DelivererOptions extends Omit<ConnectOptions, 'isContainer'> {
  /** Whether this machine is a container; found out once where not given. */
  readonly isContainer?: boolean
  /** Connections per origin; an attempt beyond them waits, and its deadline runs. */
  readonly connections?: number
  /** Origins whose connections are kept; the one used longest ago is closed first. */
  readonly origins?: number
}

/** Loads the HTTP client, which takes 0.1 s: no start waits for it. */
export const loadClient = () => import('undici')

/** Makes the HTTP client for webhooks: no redirects, no decompression, no proxy, no address that the policy forbids. */
export function createDeliverer({
  connections = 4,
  origins: most = 64,
  isContainer = runsInContainer(),
  ...connecting
}: DelivererOptions): Deliverer {
  const options: ConnectOptions = { ...connecting, isContainer }
  let closed = false
  let origins: Origins | null = null
  const openOrigins = async () => {
    const { Pool } = await loadClient()
    const open = (origin: string, target: Target) =>
      new Origin(target, options, (connect) => new Pool(origin, { ...poolOptions, connections, connect }))
    origins ??= new Origins(open, most)
    return origins
  }
  return {
    async post({ url, signal, ...request }) {
      const address = addressOf(url)
      if (address === null) return failed(`the callback URL is not an http or https URL: ${url}`)
      const open = origins ?? (await openOrigins())
      if (closed || signal?.aborted) return failed(stoppedError)
      const headers = { ...address.headers, ...request.headers, 'accept-encoding': 'identity' }
      const wire: Wire = { ...request, headers, path: address.path, signal }
      return open.at(address.origin, address.target).post(wire)
    },
    async close() {
      closed = true
      await origins?.close()
    },
  }
}

function failed(error: string): Outcome {
  return { response: null, error, durationMs: 0, sent: false }
}

/** What Docker and Podman put into every container. */
const marks = ['/.dockerenv', '/run/.containerenv']

/** Whether this process runs in a container. */
function runsInContainer(): boolean {
  return marks.some((mark) => existsSync(mark))
}
