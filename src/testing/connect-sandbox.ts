import { randomBytes } from 'node:crypto'
import { NotRunning } from '../control-client/failure.ts'
import { createControlClient } from '../control-client.ts'
import { webUrl } from '../domain/web-url.ts'
import { checkWebClasses } from './check-process.ts'
import { fetchOverHttp } from './fetch-over-http.ts'
import { asCode, checkOptions } from './options.ts'
import { openSandbox, type Sandbox } from './sandbox.ts'

/** Which sandbox a test connects to. */
export interface ConnectOptions {
  /** Its address. Default: the variable `PAYMENTS_SANDBOX_URL`, or `http://127.0.0.1:4747`. */
  readonly url?: string
  /** Its token, if it has one. Default: the variable `PAYMENTS_SANDBOX_TOKEN`. */
  readonly token?: string
}

/**
 * Connects to a sandbox that runs elsewhere: started by `exec`, by hand, in a container or by a colleague. It gives what
 * `startSandbox` gives, and `stop()` leaves that sandbox running. Rejects if none answers. A business without a `key` gets one that
 * no other process has, so its ids differ from run to run.
 *
 * @example
 * const sandbox = await connectSandbox({ url: 'http://127.0.0.1:4747' })
 */
export async function connectSandbox(options: ConnectOptions = {}): Promise<Sandbox> {
  checkOptions('connectSandbox()', options, ['url', 'token'])
  const { url = process.env.PAYMENTS_SANDBOX_URL || 'http://127.0.0.1:4747', token } = options
  if (typeof url !== 'string' || webUrl(url) === null) {
    throw new TypeError(`connectSandbox(): url: ${asCode(url)} is not an http or https URL`)
  }
  return openConnected({ url, token: token ?? process.env.PAYMENTS_SANDBOX_TOKEN })
}

/** The address of the sandbox of `payments-sandbox exec` where it runs this process; else null. */
export function execUrl(): string | null {
  const { PAYMENTS_SANDBOX_EXEC, PAYMENTS_SANDBOX_URL } = process.env
  return PAYMENTS_SANDBOX_EXEC ? (PAYMENTS_SANDBOX_URL ?? null) : null
}

interface Target {
  readonly url: string
  readonly token?: string | undefined
  /** The clock of every business that is opened; as it is there where not given. */
  readonly clock?: string | undefined
}

export async function openConnected({ url, token, clock = 'real' }: Target): Promise<Sandbox> {
  const clientOf = (key: string) => createControlClient({ url, key, token })
  await clientOf('test_sandbox').call('GET /_sandbox/info').catch(explain)
  // Test files run side by side in processes of their own, and all of them connect to the same sandbox.
  const own = randomBytes(4).toString('hex')
  let count = 0
  return openSandbox({
    url,
    fetch(...call) {
      checkWebClasses('fetch()')
      return fetchOverHttp(url)(...call)
    },
    isHere: false,
    token,
    nextKey: () => `test_business_${own}_${++count}`,
    async declare(key, settings) {
      const { call } = clientOf(key)
      const signing = await call('PATCH /_sandbox/business', settings)
      if (clock !== 'real') await call('POST /_sandbox/clock/freeze')
      if (clock !== 'real' && clock !== 'frozen') await call('POST /_sandbox/clock/advance', { to: clock })
      return signing
    },
    receive: null,
    queue: async (key) => (await clientOf(key).call('GET /_sandbox/scenarios/queue')).data,
    close: async () => {},
  })
}

function explain(error: unknown): never {
  if (!(error instanceof NotRunning)) throw error
  const how = "start one with payments-sandbox start, or name its address: connectSandbox({ url: 'http://...' })"
  throw new Error(`No payments-sandbox answers at ${error.url}: ${how}`, { cause: error })
}
