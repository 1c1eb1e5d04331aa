import type { Command } from 'commander'
import { type ControlClient, createControlClient } from '../control-client.ts'
import { environment, prefix } from './environment.ts'

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
  return url ?? environment[`${prefix}URL`] ?? 'http://127.0.0.1:4747'
}

/** The business's API key: flag, environment, or the usual one. */
export function keyOf({ key }: ClientFlags): string {
  return key ?? environment[`${prefix}API_KEY`] ?? 'test_sandbox'
}

/** The control API's client for these flags. */
export function clientOf(flags: ClientFlags): ControlClient {
  return createControlClient({
    url: urlOf(flags),
    key: keyOf(flags),
    token: flags.token ?? environment[`${prefix}TOKEN`],
  })
}
