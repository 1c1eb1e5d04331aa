import { channel } from 'node:diagnostics_channel'
import { existsSync } from 'node:fs'
import { type Config, ConfigError, type ConfigInput, configSchema, parseConfig, problemText } from '../config.ts'
import { settingsSchema } from '../domain/settings.ts'
import { messageOf } from '../error-code.ts'
import { type RunOptions, startSandbox as start } from '../sandbox.ts'
import { checkProcess } from './check-process.ts'
import { execUrl, openConnected } from './connect-sandbox.ts'
import { asCode, checkOptions, givenOnly } from './options.ts'
import { openSandbox, type Sandbox, type Settings } from './sandbox.ts'

/** How a sandbox for tests starts: in memory and on a free port, unless `config` says something else. */
export interface StartOptions {
  /** Seed of every id and number: the same seed and the same requests give the same ids. Default: `1`. */
  readonly seed?: number
  /**
   * Folder or files of your scenarios. Default: none. Unlike `start` and `exec`, it does not read `./scenarios` unless you name it.
   */
  readonly scenarios?: string | readonly string[]
  /**
   * `'real'`, `'frozen'`, or an ISO 8601 time to freeze at. Default: `'real'`. `'frozen'` is best for most tests: nothing happens
   * until the test moves time.
   */
  readonly clock?: string
  /** `false` takes no port: your code calls the sandbox with `sandbox.fetch`. Default: `true`. */
  readonly listen?: boolean
  /** Any other setting of the config file. It overrides `seed`, `scenarios` and `clock`. No file and no variable is read. */
  readonly config?: Partial<ConfigInput>
}

/**
 * Starts a sandbox in this process, in memory, on a free port of 127.0.0.1 or without a port. Rejects if an option, a setting or a scenario file
 * is wrong. In a command that `payments-sandbox exec` runs, it starts none: it connects to the sandbox of `exec`, and says so in
 * one line on stderr. Then only `clock` has an effect.
 *
 * @example
 * const sandbox = await startSandbox({ seed: 1, clock: 'frozen' })
 * const merchant = await sandbox.receiver()
 * const shop = await sandbox.business({ callbackUrl: merchant.url })
 */
export async function startSandbox(options: StartOptions = {}): Promise<Sandbox> {
  const config = configOf(options)
  const shared = execUrl()
  if (shared !== null) {
    if (isFirstUse()) process.stderr.write(`${sharedText(shared, options)}\n`)
    return openConnected({ url: shared, clock: options.clock })
  }
  checkProcess('startSandbox()')
  let count = 0
  const here = await startHere(config, { listens: options.listen ?? true })
  return openSandbox({ ...here, nextKey: () => `test_business_${++count}` })
}

/** Starts a sandbox in this process; `close` rejects if the sandbox itself had an error. */
export async function startHere(config: Config, options: RunOptions) {
  const faults = keepFaults()
  const log = { fault: faults.keep, hint: () => {}, problem: (message: string) => process.emitWarning(message) }
  const sandbox = await start(config, log, options)
  return {
    url: sandbox.url,
    fetch: sandbox.fetch,
    isHere: true,
    token: config.token ?? undefined,
    declare(key: string, settings: Settings) {
      sandbox.declare(key, settings)
      return { ...sandbox.settings(key), webhookSecret: sandbox.webhookSecret(key) }
    },
    receive: sandbox.receive,
    queue: sandbox.queue,
    async close() {
      await sandbox.close()
      faults.throwAny()
    },
  }
}

/**
 * True once in a process. A channel of Node belongs to the process; variables of this module are new for each test file where
 * a test runner loads it again.
 */
function isFirstUse(): boolean {
  const used = channel('payments-sandbox:exec')
  if (used.hasSubscribers) return false
  used.subscribe(() => {})
  return true
}

/** That another sandbox is used than the one asked for, and which options have no effect on it. */
function sharedText(url: string, options: StartOptions): string {
  const without = (['seed', 'scenarios', 'listen', 'config'] as const).filter((name) => options[name] !== undefined)
  const lost = without.length === 0 ? '' : `; without effect there: ${without.join(', ')} (options of exec)`
  return `startSandbox() uses the sandbox of payments-sandbox exec at ${url}${lost}`
}

/** The configuration of a sandbox for tests; what is unknown or of another kind is refused by name, as an option of `call`. */
export function configOf(options: StartOptions, call = 'startSandbox()'): Config {
  checkOptions(call, options, ['seed', 'scenarios', 'clock', 'listen', 'config'], settingPlace)
  const { seed = 1, scenarios = [], clock = 'real', listen = true, config = {} } = options
  if (typeof listen !== 'boolean') throw new TypeError(`${call}: listen: ${asCode(listen)} is not true or false`)
  if (typeof config !== 'object' || config === null || Array.isArray(config)) {
    throw new TypeError(`${call}: config: ${asCode(config)} is not an object of settings; write { port: ... }`)
  }
  const files = typeof scenarios === 'string' ? [scenarios] : scenarios
  if (!Array.isArray(files)) {
    throw new TypeError(`${call}: scenarios: ${asCode(files)} is neither a folder or file nor a list of files`)
  }
  const missing = files.find((file) => typeof file === 'string' && file !== '' && !existsSync(file))
  if (missing !== undefined) {
    throw new TypeError(`${call}: scenarios: ${asCode(missing)} does not exist in ${process.cwd()}`)
  }
  try {
    return parseConfig({ data: ':memory:', port: 0, seed, clock, scenarios: [...files], ...givenOnly(config) })
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw new ConfigError(error.problems.map((problem) => `${call}: ${problemText(problem)}`))
  }
}

/** Returns the option of `startSandbox` that a setting came from, or null if it came from none. */
function settingPlace(name: string): string | null {
  if (Object.hasOwn(configSchema.shape, name)) return `is a setting; write it under config: { ${name}: ... }`
  const isOfBusiness = Object.hasOwn(settingsSchema.shape, name)
  return isOfBusiness ? `is a setting of a business; give it to business({ ${name}: ... })` : null
}

/**
 * Keeps the sandbox's own faults for `stop()`, which fails with them: thrown where they happen they would be uncaught, and
 * end the whole test process instead of failing a test.
 */
export function keepFaults() {
  const faults: Error[] = []
  return {
    keep: (message: string, cause: unknown) =>
      void faults.push(new Error(`${message}: ${messageOf(cause)}`, { cause })),
    throwAny() {
      const [first, ...others] = faults.splice(0)
      if (first === undefined) return
      if (others.length > 0) first.message += `\n  and ${others.map(({ message }) => message).join('\n  and ')}`
      throw first
    },
  }
}
