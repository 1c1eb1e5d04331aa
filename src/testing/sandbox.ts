import { ConfigError, type ConfigInput, problemText } from '../config.ts'
import type { Problem } from '../domain/input-error.ts'
import { keyForm, testKey } from '../domain/keys.ts'
import { type Business, createBusiness } from './business.ts'
import { asCode, givenOnly } from './options.ts'
import { type Receiver, type Signing, startReceiver } from './receiver.ts'
import { createTestClient, inWordsOf, refuseStopped } from './test-client.ts'
import type { keptPorts } from './tuned-ports.ts'
import { type Queued, UnusedScenarios } from './unused-scenarios.ts'

/** Settings of a business, as in the config file. */
export type Settings = NonNullable<ConfigInput['businesses']>[string]

/** Answers a webhook in this process, as a server would. */
export type Receive = (request: Request) => Response | Promise<Response>

type BusinessOptions = { readonly key?: string; readonly callbackUrl?: string; readonly receive?: Receive } & Settings

/** A sandbox for tests. Businesses share neither transactions nor time, so tests can run side by side in one sandbox. */
export interface Sandbox {
  /** The base URL for your code, such as `http://127.0.0.1:40123`. Without a port: `http://payments-sandbox.localhost`, for `fetch` only. */
  readonly url: string
  /**
   * Calls the sandbox as the global `fetch` calls a server, in this process without a connection: give it to a client that takes
   * a `fetch`. A path is one of `url`. Rejects if a scenario drops the reply: a `TypeError` as of a broken connection.
   */
  fetch(input: Request | URL | string, init?: RequestInit): Promise<Response>
  /**
   * Opens a business. `key` is its API key: `test_` and 1 to 128 letters, digits, `_` or `-` (default `test_business_1`,
   * `test_business_2` and so on). `callbackUrl` says where webhooks go if a request names no `callbackURL`; without both, none
   * is sent. `receive` is a function of this process that answers its webhooks in place of a server, at any address.
   * Any other setting of a business is accepted too, such as `bearFee: 'business'`. Rejects if a setting is unknown or
   * wrong.
   */
  business(options?: BusinessOptions): Promise<Business>
  /** Starts a receiver of webhooks on a free port of this machine. */
  receiver(): Promise<Receiver>
  /**
   * Stops the receivers, and the sandbox if it runs in this process. Then it rejects if a scenario that `use` queued was never
   * used, or if the sandbox itself had an error. A second `stop()` does nothing; any other call is refused.
   */
  stop(): Promise<void>
}

/** Where the sandbox runs: in this process, or in another. */
export interface Host {
  readonly url: string
  readonly fetch: Sandbox['fetch']
  /** True in this process: the library's own calls need no connection. */
  readonly isHere: boolean
  readonly token: string | undefined
  /** A key that no other test has. */
  nextKey(): string
  /** Gives a key these settings; resolves with how the business signs. */
  declare(key: string, settings: Settings): Signing | Promise<Signing>
  /** Hands the webhooks of a key to a function; null in another process. */
  readonly receive: ((key: string, receive: Receive) => void) | null
  /** The queued scenarios of a key that no request has used. */
  queue(key: string): readonly Queued[] | Promise<readonly Queued[]>
  close(): Promise<void>
  /** Where its receivers are called, in place of ports of their own. */
  readonly ports?: ReturnType<typeof keptPorts>
}

export function openSandbox(host: Host): Sandbox {
  const { url, token } = host
  const target = { url, token, fetch: host.isHere ? host.fetch : undefined }
  const life = { stopped: false }
  const signings: Signing[] = []
  const unused = new UnusedScenarios((key) => host.queue(key))
  const receivers: { close(): Promise<void> }[] = []
  return {
    url,
    async fetch(input, init) {
      refuseStopped(life)
      return host.fetch(input, init)
    },
    async business(given = {}) {
      refuseStopped(life)
      const { key, settings } = opening(host, given)
      const signing = await declared(host, key, settings)
      signings.push(signing)
      const business = createBusiness(key, signing.webhookSecret, createTestClient({ ...target, key }, life))
      return {
        ...business,
        async use(...queued) {
          refuseStopped(life)
          unused.queued(key)
          await business.use(...queued)
        },
        async reset() {
          if (!life.stopped) await unused.beforeReset(key)
          await business.reset()
          // A reset takes away what another process was asked to set.
          await host.declare(key, settings)
        },
      }
    },
    async receiver() {
      refuseStopped(life)
      const receiver = await startReceiver(() => signings, host.ports?.open)
      receivers.push(receiver)
      return receiver
    },
    async stop() {
      life.stopped = true
      const left = await unused.all()
      await host.close().finally(() => Promise.all(receivers.map((receiver) => receiver.close())))
      if (left.length > 0) throw new Error(`Queued scenarios that no request used: ${left.join('; ')}`)
    },
  }
}

/** The key and the settings of a business, whose webhooks go to its function if it has one. */
function opening(host: Host, given: BusinessOptions): { readonly key: string; readonly settings: Settings } {
  const { key = host.nextKey(), receive, ...settings } = optionsIn(given)
  if (typeof key !== 'string' || !testKey.test(key)) {
    throw new TypeError(`business(): key: ${asCode(key)} is not an API key: a key is ${keyForm}`)
  }
  if (receive === undefined) return { key, settings }
  receiverOf(host)(key, receive)
  return { key, settings: { callbackUrl: withoutServer, ...settings } }
}

/** What a business is opened with; its settings are judged as those of the config file are. */
function optionsIn(given: BusinessOptions): BusinessOptions {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return givenOnly(given)
  throw new TypeError(
    `business(): ${asCode(given)} is not an object of options; write for example { key: 'test_shop' }`,
  )
}

/** The address of webhooks that a function receives; nothing connects to it. */
const withoutServer = 'http://receive.localhost/webhooks'

function receiverOf({ receive }: Host): NonNullable<Host['receive']> {
  if (receive !== null) return receive
  throw new TypeError(
    'business(): receive: the sandbox runs in another process and cannot call a function of this one; give callbackUrl',
  )
}

/** Gives a key its settings. An error speaks of `business()`, also if the settings went through a config or a PATCH. */
async function declared(host: Host, key: string, settings: Settings): Promise<Signing> {
  try {
    return await host.declare(key, settings)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw inWordsOf('business()', error)
    // Their path begins with `businesses` and the key.
    const inSettings = (one: Problem | string) => (typeof one === 'string' ? one : { ...one, path: one.path.slice(2) })
    throw new ConfigError(error.problems.map((problem) => `business(): ${problemText(inSettings(problem))}`))
  }
}
