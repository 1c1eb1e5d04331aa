import type { Config } from '../../config.ts'
import type { ScheduledRun } from '../../explore/scheduled-run.ts'
import { type RunningSandbox, startSandbox } from '../../sandbox.ts'
import type { Access } from '../environment.ts'
import { type Flags, resolveConfig } from '../settings/resolve-config.ts'
import { handedKey } from './handed-key.ts'
import { createLog } from './log.ts'

/** The sandbox of a command, and what the command is handed. */
export interface OwnSandbox {
  readonly sandbox: RunningSandbox
  readonly access: Access
}

/** The configuration of such a sandbox: for this machine only and in memory, even if a config file says otherwise. */
export function ownConfig(settings: Flags): Promise<Config> {
  return resolveConfig({ ...settings, data: ':memory:', port: 0, host: '127.0.0.1', token: null })
}

/** Starts the sandbox of a command. */
export async function startOwn(config: Config, scheduled: ScheduledRun | null): Promise<OwnSandbox> {
  const apiKey = handedKey(config)
  const sandbox = await startSandbox(config, createLog({ quiet: true }), { keepsChapters: true, scheduled })
  return { sandbox, access: { url: sandbox.url, apiKey, webhookSecret: sandbox.webhookSecret(apiKey) } }
}
