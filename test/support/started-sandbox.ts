import { afterAll, onTestFinished } from 'vitest'
import { type Business, type Sandbox, type StartOptions, startSandbox } from '../../src/testing/index.ts'
import { type Answer, call } from './call.ts'
import { type Body, mobileMoney, virtualAccount } from './requests.ts'
import { start } from './shop.ts'

/** Starts a sandbox as a merchant's test does, and stops it when the test is over. */
export async function started(options: StartOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox(options)
  onTestFinished(() => sandbox.stop())
  return sandbox
}

/** Starts a frozen sandbox for all tests of a file, and stops it after the last. */
export async function startedForFile(options: StartOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ clock: start, ...options })
  afterAll(() => sandbox.stop())
  return sandbox
}

/** A mobile money collection as the merchant's own code makes it; the body is valid but for the changes. */
export function collect(sandbox: Sandbox, { apiKey: key }: Business, changes: Body = {}): Promise<Answer> {
  return call(sandbox.url, '/collections/mobilemoney', { key, body: mobileMoney(changes) })
}

/** A virtual account of 5,000.50 NGN, and its number. */
export async function generate(sandbox: Sandbox, { apiKey: key }: Business, changes: Body = {}): Promise<string> {
  const { body } = await call(sandbox.url, '/collections/virtual-account', { key, body: virtualAccount(changes) })
  return body.virtual_account.account_number
}
