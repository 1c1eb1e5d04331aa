import { join } from 'node:path'
import type { Config } from '../config.ts'
import { ratesOf } from '../domain/rates.ts'
import type { Log } from '../http/options.ts'
import { packageRoot } from '../package-root.ts'
import { openScenarios } from '../scenarios/live-scenarios.ts'
import { readRates, readSettings } from './read-settings.ts'

/** The shipped and the user's files: settings by key, scenarios ready to choose from. */
export async function readFiles(config: Config, log: Log) {
  const builtInDir = join(packageRoot(), 'scenarios')
  const folders = { builtInDir, userDir: config.scenarios ?? 'scenarios', strict: config.scenarios !== null }
  const [settings, rates, scenarios] = await Promise.all([
    readSettings(config),
    readRates(config),
    openScenarios(folders, log),
  ])
  return { settings, scenarios, rates: ratesOf(rates) }
}

/** What the files say. */
export type Files = Awaited<ReturnType<typeof readFiles>>
