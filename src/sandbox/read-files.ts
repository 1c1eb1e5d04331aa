import { join } from 'node:path'
import { type Config, settingsByKey } from '../config.ts'
import { readConfigFile } from '../config-file.ts'
import { ratesOf } from '../domain/rates.ts'
import type { Log } from '../http/app.ts'
import { packageRoot } from '../package-root.ts'
import { openStories } from '../scenarios/stories.ts'

/** The shipped and the user's files: settings by key, scenarios ready to choose from. */
export async function readFiles({ scenarios, businesses, callbackUrl, mode, rates }: Config, log: Log) {
  const root = packageRoot()
  const folders = { builtInDir: join(root, 'scenarios'), userDir: scenarios ?? 'scenarios', strict: scenarios !== null }
  const [shipped, shippedRates, stories] = await Promise.all([
    readConfigFile(join(root, 'fixtures', 'businesses.yaml')),
    readConfigFile(join(root, 'fixtures', 'rates.yaml')),
    openStories(folders, log),
  ])
  const everybody = {
    default: { ...(callbackUrl === null ? {} : { callbackUrl }), ...(mode === null ? {} : { mode }) },
  }
  return {
    settings: settingsByKey([shipped.businesses ?? {}, businesses, everybody]),
    scenarios: stories,
    rates: ratesOf({ ...shippedRates.rates, ...rates }),
  }
}

/** What the files say. */
export type Files = Awaited<ReturnType<typeof readFiles>>
