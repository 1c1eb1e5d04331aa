import type { Config } from '../config.ts'
import { ratesOf } from '../domain/rates.ts'
import type { Log } from '../http/options.ts'
import { createDrafts } from '../scenarios/drafts.ts'
import { openScenarios } from '../scenarios/live-scenarios.ts'
import { createOwnFiles } from '../scenarios/own-files.ts'
import { readRates, readSettings } from './read-settings.ts'
import { readShipped } from './shipped.ts'

export async function readFiles(config: Config, log: Log) {
  const shipped = await readShipped()
  const folders = { paths: config.scenarios ?? 'scenarios', strict: config.scenarios !== null }
  const scenarios = await openScenarios(folders, shipped.scenarios, log)
  return {
    settings: readSettings(config, shipped),
    scenarios,
    drafts: createDrafts(scenarios.now, shipped.scenarios),
    ownFiles: createOwnFiles(folders, shipped.scenarios, scenarios.reload),
    rates: ratesOf(readRates(config, shipped)),
  }
}

export type Files = Awaited<ReturnType<typeof readFiles>>
