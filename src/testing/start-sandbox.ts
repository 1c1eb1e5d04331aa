import { type ConfigInput, parseConfig } from '../config.ts'
import { createControlClient } from '../control-client.ts'
import { type RunningSandbox, startSandbox as start } from '../sandbox.ts'
import { type Business, createBusiness } from './business.ts'
import { type Receiver, type Signing, startReceiver } from './receiver.ts'

/** How a sandbox for tests starts. Whatever is not given is as in the product, but in memory and on a free port. */
export interface StartOptions {
  /** Seed of every id and number: the same seed, the same ids (1). */
  readonly seed?: number
  /** Folder or files of your scenarios; none where not given. */
  readonly scenarios?: string | readonly string[]
  /** `real`, `frozen`, or an ISO 8601 time to freeze at (`real`). */
  readonly clock?: string
  readonly config?: Partial<ConfigInput>
}

/** Settings of a business, as in the config file. */
type Settings = NonNullable<ConfigInput['businesses']>[string]

/** A sandbox inside the test process. */
export interface Sandbox {
  /** What the merchant's SDK takes as base_url. */
  readonly url: string
  /** A business of its own for a test: parallel tests never meet. */
  business(options?: { readonly key?: string; readonly callbackUrl?: string } & Settings): Business
  /** A real HTTP listener that stands for the merchant's server. */
  receiver(): Promise<Receiver>
  /**
   * Stops the sandbox and its receivers. Rejects, when all is stopped, where a scenario that `use` queued was never used:
   * the request it was meant for did not come, or went to another business.
   */
  stop(): Promise<void>
}

/**
 * Starts a sandbox in this process, in memory, on a free port.
 *
 * @example
 * const sandbox = await startSandbox({ seed: 1, clock: 'frozen' })
 * const merchant = await sandbox.receiver()
 * const shop = sandbox.business({ callbackUrl: merchant.url })
 */
export async function startSandbox({ seed, scenarios, clock, config }: StartOptions = {}): Promise<Sandbox> {
  const own = { data: ':memory:', port: 0, seed: seed ?? 1, clock: clock ?? 'real', scenarios: listOf(scenarios) }
  const sandbox = await start(parseConfig({ ...own, ...config }), {
    fault: throwLater,
    hint: () => {},
    problem: (message) => process.emitWarning(message),
  })
  const signings: Signing[] = []
  /** Keys of the businesses that queued a scenario. */
  const queuers = new Set<string>()
  const receivers: { close(): Promise<void> }[] = []
  let count = 0
  return {
    url: sandbox.url,
    business({ key = `test_business_${++count}`, ...settings } = {}) {
      sandbox.declare(key, settings)
      const webhookSecret = sandbox.webhookSecret(key)
      signings.push({ ...sandbox.settings(key), webhookSecret })
      const client = createControlClient({ url: sandbox.url, key, token: config?.token ?? undefined })
      const business = createBusiness(key, webhookSecret, client)
      return {
        ...business,
        use(...queued) {
          queuers.add(key)
          return business.use(...queued)
        },
      }
    },
    async receiver() {
      const receiver = await startReceiver(() => signings)
      receivers.push(receiver)
      return receiver
    },
    async stop() {
      const unused = unusedOf(sandbox, queuers)
      queuers.clear()
      await sandbox.close().finally(() => Promise.all(receivers.map((receiver) => receiver.close())))
      if (unused.length > 0) throw new Error(`Queued scenarios that no request used: ${unused.join('; ')}`)
    },
  }
}

function unusedOf(sandbox: RunningSandbox, keys: ReadonlySet<string>): string[] {
  return [...keys].flatMap((key) =>
    sandbox.queue(key).map(({ use, remaining, match }) => {
      const times = remaining === 1 ? '' : `, ${remaining} times`
      const only = match === null ? '' : `, for ${JSON.stringify(match)}`
      return `${use} in ${key}${times}${only}`
    }),
  )
}

function listOf(scenarios: string | readonly string[] | undefined): string[] {
  if (scenarios === undefined) return []
  return typeof scenarios === 'string' ? [scenarios] : [...scenarios]
}

/** A fault of the sandbox must fail the test run, not pass in silence. */
function throwLater(message: string, cause: unknown): void {
  queueMicrotask(() => {
    throw new Error(message, { cause })
  })
}
