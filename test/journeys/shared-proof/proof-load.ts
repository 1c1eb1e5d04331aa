import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { monotonicMs, sleep } from '../../../src/time.ts'
import { type Answer, call } from '../../support/call.ts'
import { mobileMoney } from '../../support/requests.ts'

/** A create call that was answered 200. */
export interface Acknowledged {
  readonly key: string
  readonly id: string
  readonly phase: string
  /** When the answer was there, in milliseconds of this process. */
  readonly at: number
}

export interface Refused {
  readonly key: string
  readonly phase: string
  readonly status: number
  readonly retryAfter: string | null
}

export interface Arrival {
  readonly delivery: string
  readonly raw: string
  readonly phase: string
  readonly at: number
}

/** The merchants of a shared sandbox: clients that create collections without a pause, and the receiver of all webhooks. */
export interface Load {
  /** What is done to the sandboxes at this moment. */
  phase: string
  readonly acknowledged: ReadonlyMap<string, Acknowledged>
  readonly refused: readonly Refused[]
  readonly arrivals: ReadonlyMap<string, readonly Arrival[]>
  /** Ends the clients, then the receiver once `drained` resolves. */
  stop(drained: () => Promise<unknown>): Promise<void>
}

const clients = 8
/** Between two calls of a client. */
const pauseMs = 15

export async function startLoad(url: string, keys: readonly string[]): Promise<Load> {
  const acknowledged = new Map<string, Acknowledged>()
  const refused: Refused[] = []
  let isOver = false
  const arrivals = new Map<string, Arrival[]>()
  const load = { phase: 'all up', acknowledged, refused, arrivals }
  const receiver = await startReceiver((reference, arrival) => {
    arrivals.set(reference, [...(arrivals.get(reference) ?? []), { ...arrival, phase: load.phase, at: monotonicMs() }])
  })
  // A call may be under way when a disturbance begins.
  const disturbed = (begun: string) => (begun === 'all up' ? load.phase : begun)
  const client = async (number: number) => {
    for (let count = 0; !isOver; count++) {
      const key = keys[(count * clients + number) % keys.length] ?? ''
      const { phase } = load
      const reference = `order-${number}-${count}`
      const body = mobileMoney({ reference, callbackURL: receiver.url })
      const answer = await call(url, '/collections/mobilemoney', { key, body })
      if (answer.status === 200) acknowledged.set(reference, { key, id: answer.body.id, phase, at: monotonicMs() })
      else refused.push({ key, phase: disturbed(phase), status: answer.status, retryAfter: retryAfterOf(answer) })
      await sleep(pauseMs)
    }
  }
  const working = Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
  return Object.assign(load, {
    async stop(drained: () => Promise<unknown>) {
      isOver = true
      await working
      await drained()
      receiver.close()
    },
  })
}

const retryAfterOf = ({ headers }: Answer) => headers['retry-after']?.toString() ?? null

async function startReceiver(got: (reference: string, arrival: Pick<Arrival, 'delivery' | 'raw'>) => void) {
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('error', () => {})
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      outgoing.end()
      const raw = Buffer.concat(chunks).toString('utf8')
      const { reference_business: reference }: { reference_business: string } = JSON.parse(raw)
      got(reference, { delivery: String(incoming.headers['x-sandbox-delivery']), raw })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`, close }
}
