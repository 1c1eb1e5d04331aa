import type { Config } from '../config.ts'
import { settingsByKey } from './settings-by-key.ts'
import type { Shipped } from './shipped.ts'

/** The settings of each key: the shipped ones, then the config file's, then those for every business. */
export function readSettings(
  { businesses, callbackUrl, mode }: Pick<Config, 'businesses' | 'callbackUrl' | 'mode'>,
  shipped: Shipped,
) {
  const everybody = {
    default: { ...(callbackUrl === null ? {} : { callbackUrl }), ...(mode === null ? {} : { mode }) },
  }
  return settingsByKey([shipped.businesses, businesses, everybody])
}

export function readRates({ rates }: Pick<Config, 'rates'>, shipped: Shipped): Config['rates'] {
  return { ...shipped.rates, ...rates }
}
