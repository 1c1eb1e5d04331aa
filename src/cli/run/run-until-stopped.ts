import { isLoopback } from '../../config.ts'
import { type RunningSandbox, startSandbox, unreachableCallback } from '../../sandbox.ts'
import { UsageError } from '../exit.ts'
import { type ContainerFlags, resolveStart } from '../settings/resolve-start.ts'
import { screenOf } from '../terminal/screen.ts'
import { banner, stoppedText } from './banner.ts'
import { createLog } from './log.ts'
import { handedKey } from './own-sandbox.ts'
import { type FileFlags, readyFiles } from './ready-files.ts'
import { stopOnSignals } from './signals.ts'
import { keepHeapSmall } from './tuned-heap.ts'

export interface StartFlags extends ContainerFlags, FileFlags {
  readonly json?: boolean
  readonly quiet?: boolean
}

export async function runSandbox(given: StartFlags): Promise<void> {
  const { json = false, quiet = false, writeEnv, portFile, ...flags } = given
  keepHeapSmall()
  const { config, originOf } = await resolveStart(flags)
  if (!isLoopback(config.host) && config.token === null) {
    throw new UsageError(
      `--host ${config.host} lets other machines in: give --token SECRET too, which /_sandbox then demands`,
    )
  }
  const unreachable = unreachableCallback(config)
  if (unreachable !== null) throw new UsageError(unreachable)
  const apiKey = handedKey(config)
  const files = readyFiles({ writeEnv, portFile })
  // Standard output stays as programs expect it; what people read is on stderr.
  const isWatched = process.stderr.isTTY === true && !quiet && !json
  const log = createLog({ quiet, json })
  const options = { logsHints: !isWatched, opensHealth: flags.container === true || config.slots !== null, ask: fetch }
  const sandbox = await startSandbox(config, log, options).catch((cause: unknown) => {
    const isFlag = ['host', 'port'].some((setting) => originOf(setting).origin === 'flag')
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
  stopOnSignals(async () => {
    await sandbox.drain()
    try {
      files.remove()
    } finally {
      await sandbox.close()
    }
    if (!quiet && !json) process.stderr.write(stoppedText(config.data, isWatched))
  }, json)
  const { url, port, seed } = sandbox
  const tokenFrom = originOf('token')
  // A generated token is shown: the user does not know it yet.
  const generated = tokenFrom.origin === 'flag' && tokenFrom.name === '--container' ? { token: config.token } : {}
  const { webhookSecret } = access
  const ready = { event: 'ready', url, port, pid: process.pid, apiKey, webhookSecret, seed, ...generated }
  process.stdout.write(json ? `${JSON.stringify(ready)}\n` : `payments-sandbox ready on ${url}\n`)
  if (!quiet) process.stderr.write(banner(sandbox, apiKey, { ...config, token: generated.token ?? null }))
  if (!isWatched) return
  await showLife(sandbox, apiKey).catch((cause: unknown) => log.fault('What happens can no longer be shown', cause))
}

async function showLife(sandbox: RunningSandbox, ownKey: string): Promise<void> {
  const { liveLines } = await import('../text/live-lines.ts')
  const lineOf = liveLines(() => screenOf(process.stderr), ownKey)
  for await (const { key, event, data } of sandbox.watch()) process.stderr.write(lineOf(key, { ...data, event }))
}
