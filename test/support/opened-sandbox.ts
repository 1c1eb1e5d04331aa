import { afterAll, expect, onTestFinished } from 'vitest'
import { type ConfigInput, configSchema } from '../../src/config.ts'
import type { SettingsInput } from '../../src/domain/settings.ts'
import { writtenProbe } from '../../src/judge/books/written-probe.ts'
import { type RunningSandbox, type RunOptions, startSandbox } from '../../src/sandbox.ts'
import { type Answer, type Calling, call } from './call.ts'

/** When the clocks of these sandboxes stand, unless a test says otherwise. */
export const startTime = '2026-01-31T12:00:00.000Z'

/** The moment so many milliseconds after the start. */
export function at(ms: number): string {
  return new Date(Date.parse(startTime) + ms).toISOString()
}

/** A sandbox that a test opened, and what it logged. */
export interface OpenedSandbox extends RunningSandbox {
  readonly hints: string[]
  /** Faults logged; a test that means them takes them out, any that are left fail it. */
  readonly faults: { readonly message: string; readonly cause: unknown }[]
  /** A business that no other test knows. */
  shop(settings?: Partial<SettingsInput>): Shop
}

/** One business, seen from its merchant's code and through the sandbox's own API. */
export interface Shop {
  readonly key: string
  call(path: string, calling?: Calling): Promise<Answer>
  get(path: string): Promise<Answer>
  post(path: string, body?: unknown): Promise<Answer>
  collect(changes?: Readonly<Record<string, unknown>>): Promise<Answer>
  generate(changes?: Readonly<Record<string, unknown>>): Promise<Answer>
  advance(
    by: string,
  ): Promise<{ readonly now: string; readonly events: readonly ShownEvent[]; readonly eventsTotal: number }>
  now(): Promise<string>
  statusOf(id: string): Promise<string>
}

export interface ShownEvent {
  readonly at: string
  readonly event: string
  readonly transactionId: string
}

/** Opens a sandbox in memory, on a free port, with a frozen clock; `close` is the caller's. */
async function open(config: Partial<ConfigInput>, options: RunOptions): Promise<OpenedSandbox> {
  const hints: string[] = []
  const faults: { message: string; cause: unknown }[] = []
  const defaults = { data: ':memory:', port: 0, seed: 1, clock: startTime, scenarios: [] }
  const whole = configSchema.parse({ ...defaults, ...config })
  const sandbox = await startSandbox(
    whole,
    {
      fault: (message, cause) => faults.push({ message, cause }),
      hint: (message) => hints.push(message),
      problem: (message) => hints.push(message),
    },
    { probe: whole.probe && writtenProbe(whole.probe, fetch), ...options },
  )
  let count = 0
  return {
    ...sandbox,
    hints,
    faults,
    shop(settings = {}) {
      const key = `test_shop_${++count}`
      sandbox.declare(key, settings)
      return shopOf(sandbox.url, key)
    },
  }
}

/** A sandbox for one test, closed at its end. */
export async function openSandbox(config: Partial<ConfigInput> = {}, options: RunOptions = {}): Promise<OpenedSandbox> {
  const sandbox = await open(config, options)
  onTestFinished(() => close(sandbox))
  return sandbox
}

/** A sandbox for all tests of a file, closed after the last. */
export async function openSharedSandbox(
  config: Partial<ConfigInput> = {},
  options: RunOptions = {},
): Promise<OpenedSandbox> {
  const sandbox = await open(config, options)
  afterAll(() => close(sandbox))
  return sandbox
}

async function close(sandbox: OpenedSandbox): Promise<void> {
  await sandbox.close()
  expect(sandbox.faults).toEqual([])
}

/** A business of a sandbox, by its key; each call has the headers, such as a token. */
export function shopOf(url: string, key: string, headers: Readonly<Record<string, string>> = {}): Shop {
  const get = (path: string) => call(url, path, { key, headers })
  const post = (path: string, body: unknown = {}) => call(url, path, { key, headers, body })
  return {
    key,
    call: (path, calling) => call(url, path, { key, headers, ...calling }),
    get,
    post,
    collect: (changes) => post('/collections/mobilemoney', { ...collection, ...changes }),
    generate: (changes) => post('/collections/virtual-account', { ...account, ...changes }),
    advance: async (by) => (await post('/_sandbox/clock/advance', { by })).body,
    now: async () => (await get('/_sandbox/clock')).body.now,
    statusOf: async (id) => (await get(`/_sandbox/transactions/${id}`)).body.status,
  }
}

export const collection = {
  amount: 100,
  currency: 'GHS',
  network: 'MTN',
  accountName: 'Ama Mensah',
  accountNumber: '0241234567',
  reason: 'Order 1',
  reference: 'order-1',
}

const account = {
  amount: 5000,
  currency: 'NGN',
  network: '058',
  accountName: 'Ngozi Okafor',
  accountNumber: '08031234567',
  reason: 'Invoice 7',
  reference: 'invoice-7',
}
