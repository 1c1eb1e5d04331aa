import type { Config } from '../../config.ts'
import { isLoopback } from '../../domain/ip-range.ts'
import { unreachableCallback } from '../../sandbox/addresses.ts'
import { type RunningSandbox, startSandbox } from '../../sandbox.ts'
import type { Credentials } from '../environment.ts'
import { UsageError } from '../exit.ts'
import type { SettingSource } from '../settings/resolve-config.ts'
import { type ContainerFlags, resolveStart } from '../settings/resolve-start.ts'
import { screenOf } from '../terminal/screen.ts'
import { banner, stoppedText } from './banner.ts'
import { createLog } from './log.ts'
import { reportLostStarter } from './lost-starter.ts'
import { handedKey, probeOf } from './own-sandbox.ts'
import { type FileFlags, readyFiles } from './ready-files.ts'
import { stopOnSignals } from './signals.ts'

export interface StartFlags extends ContainerFlags, FileFlags {
  readonly json?: boolean
  readonly quiet?: boolean
}

export async function runSandbox(given: StartFlags): Promise<void> {
  const { json = false, quiet = false, writeEnv, portFile, ...flags } = given
  const { config, sourceOf } = await resolveStart(flags)
  await refuseExposed(config)
  const apiKey = handedKey(config)
  const files = readyFiles({ writeEnv, portFile })
  // Standard output stays as programs expect it; what people read is on stderr.
  const isWatched = process.stderr.isTTY === true && !quiet && !json
  const log = createLog({ quiet, json })
  const stopping = new AbortController()
  const options = {
    logsHints: !isWatched,
    opensHealth: flags.container === true || config.slots !== null,
    probe: await probeOf(config),
    ending: { by: 'call', end: () => stopping.abort() },
  } as const
  const sandbox = await startSandbox(config, log, options).catch((cause: unknown) => {
    const isFlag = ['host', 'port'].some((setting) => sourceOf(setting).from === 'flag')
    throw isFlag && cause instanceof Error && cause.name === 'CannotListen' ? new UsageError(cause.message) : cause
  })
  const access = { url: sandbox.url, apiKey, webhookSecret: sandbox.webhookSecret(apiKey) }
  // The files are there before the sandbox is said to be ready; without them it does not start.
  try {
    files.write(access)
  } catch (cause) {
    files.remove()
    await sandbox.close()
    throw cause
  }
  const stop = async () => {
    await sandbox.drain()
    try {
      files.remove()
    } finally {
      await sandbox.close()
    }
    if (!quiet && !json) process.stderr.write(stoppedText(config.data, isWatched))
  }
  stopOnSignals(stop, json, stopping.signal)
  const generated = generatedToken(config, sourceOf('token'))
  process.stdout.write(json ? readyJson(sandbox, access, generated) : `payments-sandbox ready on ${sandbox.url}\n`)
  if (!quiet) process.stderr.write(banner(sandbox, apiKey, { ...config, token: generated }))
  if (process.stderr.isTTY && !json) void reportLostStarter(sandbox.url)
  if (!isWatched) return
  await showLife(sandbox, apiKey).catch((cause: unknown) => log.fault('What happens can no longer be shown', cause))
}

async function refuseExposed(config: Config): Promise<void> {
  if (!isLoopback(config.host) && config.token === null) {
    throw new UsageError(
      `--host ${config.host} lets other machines in: give --token SECRET too, which /_sandbox then demands`,
    )
  }
  const unreachable = await unreachableCallback(config)
  if (unreachable !== null) throw new UsageError(unreachable)
}

/** A generated token is shown: the user does not know it yet. Null for any other. */
function generatedToken({ token }: Config, written: SettingSource): string | null {
  return written.from === 'flag' && written.name === '--container' ? token : null
}

function readyJson(
  { port, seed }: RunningSandbox,
  { url, apiKey, webhookSecret }: Credentials,
  token: string | null,
): string {
  const ready = { event: 'ready', url, port, pid: process.pid, apiKey, webhookSecret, seed }
  return `${JSON.stringify(token === null ? ready : { ...ready, token })}\n`
}

async function showLife(sandbox: RunningSandbox, ownKey: string): Promise<void> {
  const { liveLines } = await import('../text/live-lines.ts')
  const lineOf = liveLines(() => screenOf(process.stderr), ownKey)
  for await (const { key, event, data } of sandbox.watch()) process.stderr.write(lineOf(key, { ...data, event }))
}
