import { join } from 'node:path'
import type { Config } from '../config.ts'
import { packageRoot } from '../package-root.ts'
import type { ScenarioSet } from '../scenarios/scenario.ts'
import type { Declared } from './settings-by-key.ts'

export interface Shipped {
  readonly businesses: Declared
  readonly rates: Config['rates']
  readonly scenarios: ScenarioSet
}

/** Reads the package's own files. The build puts the result in its place (build/shipped-files.ts). */
export async function readShipped(): Promise<Shipped> {
  const { readConfigFile } = await import('../config-file.ts')
  const { loadScenarios } = await import('../scenarios/load.ts')
  const fixture = (name: string) => readConfigFile(join(packageRoot(), 'fixtures', name))
  const { businesses = {} } = await fixture('businesses.yaml')
  const { rates = {} } = await fixture('rates.yaml')
  const folder = { paths: join(packageRoot(), 'scenarios'), strict: true }
  return { businesses, rates, scenarios: await loadScenarios(folder) }
}
