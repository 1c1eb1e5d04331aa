import { join } from 'node:path'
import { type Config, settingsByKey } from '../config.ts'
import { readConfigFile } from '../config-file.ts'
import { packageRoot } from '../package-root.ts'

/** The settings of each key: the shipped ones, the config file's over them, then what is said for every business. */
export async function readSettings({
  businesses,
  callbackUrl,
  mode,
}: Pick<Config, 'businesses' | 'callbackUrl' | 'mode'>) {
  const shipped = await readConfigFile(join(packageRoot(), 'fixtures', 'businesses.yaml'))
  const everybody = {
    default: { ...(callbackUrl === null ? {} : { callbackUrl }), ...(mode === null ? {} : { mode }) },
  }
  return settingsByKey([shipped.businesses ?? {}, businesses, everybody])
}

/** What one US dollar is worth: the shipped rates, the configuration's over them. */
export async function readRates({ rates }: Pick<Config, 'rates'>): Promise<Config['rates']> {
  const shipped = await readConfigFile(join(packageRoot(), 'fixtures', 'rates.yaml'))
  return { ...shipped.rates, ...rates }
}
