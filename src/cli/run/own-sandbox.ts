import { type Config, ConfigError } from '../../config.ts'
import type { Probe } from '../../judge/books/probe.ts'
import type { ScheduledRun } from '../../judge/explore/scheduled-run.ts'
import { PortTaken, type RunningSandbox, type RunOptions, startSandbox } from '../../sandbox.ts'
import type { Owner } from '../../words/errors/of-calls.ts'
import type { Credentials } from '../environment.ts'
import { type Flags, type Resolved, resolveSettings } from '../settings/resolve-config.ts'
import { createLog } from './log.ts'

export interface OwnSandbox {
  readonly sandbox: RunningSandbox
  readonly access: Credentials
}

/**
 * Settings of a sandbox in memory, for this machine only, even if a config file says otherwise. Its port is a free one, unless
 * a flag or the config file names another.
 */
export async function ownSettings(settings: Flags): Promise<Resolved> {
  const resolved = await resolveSettings({ ...settings, data: ':memory:', host: '127.0.0.1', token: null })
  const isNamed = ['flag', 'file'].includes(resolved.sourceOf('port').from)
  return isNamed ? resolved : { ...resolved, config: { ...resolved.config, port: 0 } }
}

export async function startOwn(config: Config, scheduled: ScheduledRun | null, by: Owner): Promise<OwnSandbox> {
  const apiKey = handedKey(config)
  const options = { keepsChapters: true, scheduled, probe: await probeOf(config), ending: { by } }
  const sandbox = await startQuietly(config, options)
  return { sandbox, access: { url: sandbox.url, apiKey, webhookSecret: sandbox.webhookSecret(apiKey) } }
}

/** Starts a sandbox that a program calls. At a port that is taken the program may have to get another address. */
export async function startQuietly(config: Config, options: RunOptions): Promise<RunningSandbox> {
  return startSandbox(config, createLog({ quiet: true }), options).catch((error: unknown) => {
    if (!(error instanceof PortTaken)) throw error
    const stop = `payments-sandbox stop --url http://127.0.0.1:${config.port}`
    const other = 'name another port with --port, and give your shop that address as its base URL'
    throw new PortTaken(error.listening, `end what listens there (a sandbox: ${stop}), or ${other}`)
  })
}

/** Asks the merchant's books as the configuration says; null if it has no probe. */
export async function probeOf({ probe }: Config): Promise<Probe | null> {
  if (probe === null) return null
  const { askedByFetch } = await import('./asked-by-fetch.ts')
  return askedByFetch(probe)
}

/**
 * The key that other programs are given: the usual one, or the first declared one under `keys: declared`. Throws a
 * `ConfigError` if none is declared.
 */
export function handedKey({ keys, businesses }: Pick<Config, 'keys' | 'businesses'>): string {
  if (keys === 'any') return 'test_sandbox'
  const declared = Object.keys(businesses).find((key) => key !== 'default')
  if (declared !== undefined) return declared
  throw new ConfigError([
    'keys: declared accepts only the keys under businesses, and none is declared there; write for example businesses: { test_shop: {} }',
  ])
}
