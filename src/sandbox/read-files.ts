import type { Config } from '../config.ts'
import type { Result } from '../domain/plan.ts'
import { ratesOf } from '../domain/rates.ts'
import { resultOf } from '../domain/result.ts'
import type { Log } from '../http/options.ts'
import { createDrafts } from '../scenarios/drafts.ts'
import { openScenarios } from '../scenarios/live-scenarios.ts'
import { createOwnFiles } from '../scenarios/own-files.ts'
import type { ScenarioSet } from '../scenarios/scenario.ts'
import { readRates, readSettings } from './read-settings.ts'
import { readShipped } from './shipped.ts'

export async function readFiles(config: Config, log: Log) {
  const shipped = await readShipped()
  const folders = { paths: config.scenarios ?? 'scenarios', strict: config.scenarios !== null }
  const scenarios = await openScenarios(folders, withResults(shipped.scenarios, config), log)
  return {
    settings: readSettings(config, shipped),
    scenarios,
    drafts: createDrafts(scenarios.now, shipped.scenarios),
    ownFiles: createOwnFiles(folders, shipped.scenarios, scenarios.reload),
    rates: ratesOf(readRates(config, shipped)),
  }
}

/** Adds the results that settings declare, so that scenario files can name them. */
function withResults(set: ScenarioSet, { businesses }: Config): ScenarioSet {
  const declared = Object.values(businesses).flatMap(({ results = {} }) => Object.entries(results))
  const added = declared.flatMap(([name, { code, source, text, ...more }]): [string, Result][] => {
    const isNew = code !== undefined && source !== undefined && text !== undefined && !set.results.has(name)
    return isNew ? [[name, resultOf(name, { code, source, text, ...more })]] : []
  })
  return { ...set, results: new Map([...set.results, ...added]) }
}

export type Files = Awaited<ReturnType<typeof readFiles>>
