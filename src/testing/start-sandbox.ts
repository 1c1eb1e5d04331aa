import { type Config, type ConfigInput, parseConfig, unknownStartOption } from '../config.ts'
import { type RunningSandbox, startSandbox as start } from '../sandbox.ts'
import { type Business, createBusiness } from './business.ts'
import { checkOptions, givenOnly, shown } from './options.ts'
import { type Receiver, type Signing, startReceiver } from './receiver.ts'
import { createTestClient, refuseStopped } from './test-client.ts'

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

type BusinessOptions = { readonly key?: string; readonly callbackUrl?: string } & Settings

/** A sandbox inside the test process. */
export interface Sandbox {
  /** What the merchant's SDK takes as base_url. */
  readonly url: string
  /** A business of its own for a test: parallel tests never meet. */
  business(options?: BusinessOptions): Business
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
export async function startSandbox(options: StartOptions = {}): Promise<Sandbox> {
  const config = configOf(options)
  const faults = keepFaults()
  const sandbox = await start(config, {
    fault: faults.keep,
    hint: () => {},
    problem: (message) => process.emitWarning(message),
  })
  const life = { stopped: false }
  const signings: Signing[] = []
  /** Keys of the businesses that queued a scenario. */
  const queuers = new Set<string>()
  /** Scenarios that no request had used when their business was reset. */
  const resetAway: string[] = []
  const receivers: { close(): Promise<void> }[] = []
  let count = 0
  return {
    url: sandbox.url,
    business(given = {}) {
      refuseStopped(life)
      const { key = `test_business_${++count}`, ...settings } = settingsIn(given)
      sandbox.declare(key, settings)
      const webhookSecret = sandbox.webhookSecret(key)
      signings.push({ ...sandbox.settings(key), webhookSecret })
      const client = createTestClient({ url: sandbox.url, key, token: config.token ?? undefined }, life)
      const business = createBusiness(key, webhookSecret, client)
      return {
        ...business,
        async use(...queued) {
          refuseStopped(life)
          queuers.add(key)
          await business.use(...queued)
        },
        async reset() {
          if (!life.stopped && queuers.delete(key)) resetAway.push(...unusedOf(sandbox, [key]))
          await business.reset()
        },
      }
    },
    async receiver() {
      refuseStopped(life)
      const receiver = await startReceiver(() => signings)
      receivers.push(receiver)
      return receiver
    },
    async stop() {
      const unused = [...resetAway.splice(0), ...unusedOf(sandbox, queuers)]
      queuers.clear()
      life.stopped = true
      await sandbox.close().finally(() => Promise.all(receivers.map((receiver) => receiver.close())))
      faults.throwAny()
      if (unused.length > 0) throw new Error(`Queued scenarios that no request used: ${unused.join('; ')}`)
    },
  }
}

/** The configuration of a sandbox for tests; what is unknown or of another kind is refused by name. */
function configOf(options: StartOptions): Config {
  checkOptions('startSandbox()', options, ['seed', 'scenarios', 'clock', 'config'], unknownStartOption)
  const { seed = 1, scenarios = [], clock = 'real', config = {} } = options
  if (typeof config !== 'object' || config === null || Array.isArray(config)) {
    throw new TypeError(`startSandbox(): config: ${shown(config)} is no object of settings; write { port: ... }`)
  }
  const files = typeof scenarios === 'string' ? [scenarios] : scenarios
  if (!Array.isArray(files)) {
    throw new TypeError(`startSandbox(): scenarios: ${shown(files)} is neither a folder or file nor a list of files`)
  }
  return parseConfig({ data: ':memory:', port: 0, seed, clock, scenarios: [...files], ...givenOnly(config) })
}

/** What a business is opened with; its settings are judged as those of the config file are. */
function settingsIn(given: BusinessOptions): BusinessOptions {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return givenOnly(given)
  throw new TypeError(`business(): ${shown(given)} is no object of options; write for example { key: 'test_shop' }`)
}

function unusedOf(sandbox: RunningSandbox, keys: Iterable<string>): string[] {
  return [...keys].flatMap((key) =>
    sandbox.queue(key).map(({ use, remaining, match }) => {
      const times = remaining === 1 ? '' : `, ${remaining} times`
      const only = match === null ? '' : `, for ${JSON.stringify(match)}`
      return `${use} in ${key}${times}${only}`
    }),
  )
}

/** What went wrong inside the sandbox during a test run, kept until it can be thrown. */
export interface KeptFaults {
  keep(message: string, cause: unknown): void
  /** Throws when there are any. */
  throwAny(): void
}

/**
 * Keeps the sandbox's own faults for `stop()`, which fails with them: thrown where they happen they would be uncaught, and
 * end the whole test process instead of failing a test.
 */
export function keepFaults(): KeptFaults {
  const faults: Error[] = []
  return {
    keep: (message, cause) => void faults.push(new Error(`${message}: ${textOf(cause)}`, { cause })),
    throwAny() {
      const [first, ...others] = faults.splice(0)
      if (first === undefined) return
      if (others.length > 0) first.message += `\n  and ${others.map(({ message }) => message).join('\n  and ')}`
      throw first
    },
  }
}

function textOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
