import { createHash } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { NotRunning } from '../../control-client/failure.ts'
import { type ControlClient, createControlClient } from '../../control-client.ts'
import { accessToken, keyForm, testKey, tokenProblem } from '../../domain/keys.ts'
import { webUrl } from '../../domain/web-url.ts'
import { environment, prefix } from '../environment.ts'
import { UsageError } from '../exit.ts'
import { UsualOption } from '../settings/usual-option.ts'
import { type Next, nextCommand, type Reader } from './next-command.ts'

export interface ClientFlags {
  readonly url?: string
  readonly key?: string
  readonly token?: string
  readonly json?: boolean
}

const whichSandbox = `the sandbox's address (default: ${prefix}URL, else http://127.0.0.1:4747)`

export function addClientOptions(command: Command, aboutUrl = whichSandbox): Command {
  return command
    .option('--url <url>', aboutUrl)
    .option(
      '--key <key>',
      `API key of the business; auto: one of its own for this working folder (default: ${prefix}API_KEY, else test_sandbox)`,
    )
    .addOption(new UsualOption('--token <secret>', "the sandbox's token, if it demands one", `${prefix}TOKEN`))
}

export function urlOf({ url }: ClientFlags): string {
  const found = url ?? environment[`${prefix}URL`] ?? 'http://127.0.0.1:4747'
  if (webUrl(found)?.protocol === 'http:') return found
  const where = url === undefined ? `${prefix}URL` : '--url'
  throw new UsageError(`${where}: ${found} is not an address of a sandbox: write for example http://127.0.0.1:4747`)
}

/** The business's API key: flag, environment, or the usual one. A live key is never echoed (D2). */
export function keyOf({ key }: ClientFlags): string {
  const found = key ?? environment[`${prefix}API_KEY`] ?? 'test_sandbox'
  if (found === 'auto') return keyOfFolder()
  if (testKey.test(found)) return found
  const where = key === undefined ? `${prefix}API_KEY` : '--key'
  const why = found.startsWith('live_') ? 'live_ keys are refused here' : `${JSON.stringify(found)} is not a test key`
  throw new UsageError(`${where}: ${why}: write ${keyForm}`)
}

/**
 * The key of the working folder: one for each work tree of git, or for a folder outside of git. Work trees side by side have
 * keys of their own, so their businesses never meet in one sandbox.
 */
function keyOfFolder(): string {
  const folder = realpathSync(process.cwd())
  const hash = createHash('sha256').update(workTreeOf(folder) ?? folder)
  return `test_auto_${hash.digest('hex').slice(0, 16)}`
}

/** Returns the nearest folder that has a `.git`: a folder in a clone, a file in a further work tree. Null outside of git. */
function workTreeOf(folder: string): string | null {
  if (existsSync(join(folder, '.git'))) return folder
  return dirname(folder) === folder ? null : workTreeOf(dirname(folder))
}

function tokenOf({ token }: ClientFlags): string | undefined {
  const found = token ?? environment[`${prefix}TOKEN`]
  if (found === undefined || found === '' || accessToken.test(found)) return found
  throw new UsageError(`${token === undefined ? `${prefix}TOKEN` : '--token'}: ${tokenProblem}`)
}

export interface CommandClient extends ControlClient {
  readonly url: string
  readonly key: string
  readonly next: Next
}

/** The control API's client for these flags. Its calls throw `NotRunning` if no sandbox answers, or none within `silentMs`. */
export function clientOf(flags: ClientFlags, silentMs?: number, reader?: Reader): CommandClient {
  const next: Next = (action) => nextCommand(flags, action, reader)
  const target = { url: urlOf(flags), key: keyOf(flags), token: tokenOf(flags), silentMs }
  const { url, key } = target
  const client = createControlClient(target)
  const refuse = async (error: NodeJS.ErrnoException): Promise<never> => {
    const { code = '' } = error
    if (unreachable.has(code)) throw new NotRunning(url)
    // What Node's HTTP parser says of a database's port, or of one that speaks TLS.
    if (code.startsWith('HPE_'))
      throw new UsageError(`What answers at ${url} does not speak HTTP: name the sandbox with --url`)
    const { inCommands } = await import('./in-commands.ts')
    throw inCommands(error, next, reader)
  }
  return {
    url,
    key,
    next,
    call: (...call) => client.call(...call).catch(refuse),
    open: (...call) => client.open(...call).catch(refuse),
    upload: (...call) => client.upload(...call).catch(refuse),
  }
}

/** The error codes of a call if no server listens at the address, or if it closes the connection before it answers. */
const unreachable: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ETIMEDOUT',
])
