import type { Command } from 'commander'
import { type ControlClient, createControlClient, NotRunning } from '../control-client.ts'
import { environment, prefix } from './environment.ts'
import { UsageError } from './exit.ts'

/** Which sandbox and which business a client command talks to. */
export interface ClientFlags {
  readonly url?: string
  readonly key?: string
  readonly token?: string
}

/** Adds the options of every client of the control API. */
export function addClientOptions(command: Command): Command {
  return command
    .option('--url <url>', `the sandbox's address (default: ${prefix}URL, else http://127.0.0.1:4747)`)
    .option('--key <key>', `API key of the business (default: ${prefix}API_KEY, else test_sandbox)`)
    .option('--token <secret>', `the sandbox's token, where it demands one (default: ${prefix}TOKEN)`)
}

/** The sandbox's address: flag, environment, or the usual one. */
export function urlOf({ url }: ClientFlags): string {
  const found = url ?? environment[`${prefix}URL`] ?? 'http://127.0.0.1:4747'
  if (/^http:\/\//i.test(found) && URL.canParse(found)) return found
  const where = url === undefined ? `${prefix}URL` : '--url'
  throw new UsageError(`${where}: ${found} is not an address of a sandbox: write for example http://127.0.0.1:4747`)
}

/** The business's API key: flag, environment, or the usual one. */
export function keyOf({ key }: ClientFlags): string {
  return key ?? environment[`${prefix}API_KEY`] ?? 'test_sandbox'
}

/** The control API's client for these flags; one that reaches nobody says so as `NotRunning`. */
export function clientOf(flags: ClientFlags): ControlClient {
  const url = urlOf(flags)
  const client = createControlClient({ url, key: keyOf(flags), token: flags.token ?? environment[`${prefix}TOKEN`] })
  const told = (error: NodeJS.ErrnoException) => {
    throw unreachable.has(error.code ?? '') ? new NotRunning(url) : error
  }
  return {
    get: (path) => client.get(path).catch(told),
    post: (path, body) => client.post(path, body).catch(told),
    put: (path, body) => client.put(path, body).catch(told),
    delete: (path) => client.delete(path).catch(told),
    open: (path, headers) => client.open(path, headers).catch(told),
  }
}

/** What a call fails with when nobody is at the address, or goes away before it answers. */
const unreachable: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ETIMEDOUT',
])
