import type { Origin, Resolved } from './resolve-config.ts'

export interface Effective {
  readonly setting: string
  readonly value: unknown
  readonly origin: Origin
}

/** What `start` takes where nothing is given and the configuration itself has no default. */
const whereNotGiven = { seed: 1, clock: 'real', scenarios: ['./scenarios'] } as const

/** The sandbox's settings, then those of every business, then those of each declared one. */
export async function effectiveSettings(resolved: Resolved): Promise<readonly Effective[]> {
  const { config, originOf } = resolved
  const { readRates, readSettings } = await import('../../sandbox/read-settings.ts')
  const { readShipped } = await import('../../sandbox/shipped.ts')
  const shipped = await readShipped()
  const settings = readSettings(config, shipped)
  const originIn = originsOf(resolved)
  const everybody = settings.of('default')
  const { businesses, ...given } = config
  const values = {
    ...given,
    rates: readRates(config, shipped),
    callbackUrl: everybody.callbackUrl,
    mode: everybody.mode,
  }
  const own = Object.entries(values).map(([setting, value]) => ({
    setting,
    value: value ?? Object.entries(whereNotGiven).find(([name]) => name === setting)?.[1] ?? null,
    origin: isOfEverybody(setting) ? originIn('default', setting) : originOf(setting),
  }))
  const keys = ['default', ...Object.keys(businesses).filter((key) => key !== 'default')]
  const ofBusinesses = keys.flatMap((key) =>
    Object.entries(settings.of(key)).map(([name, value]) => ({
      setting: `businesses.${key}.${name}`,
      value,
      origin: originIn(key, name),
    })),
  )
  return [...own, ...ofBusinesses]
}

/** Settings of businesses that have a flag and a variable, too. */
function isOfEverybody(setting: string): setting is 'callbackUrl' | 'mode' {
  return setting === 'callbackUrl' || setting === 'mode'
}

/** Who says a business's setting: its own entry in the config file, a flag or its like for all, the entry `default`. */
function originsOf({ config, originOf }: Resolved): (key: string, name: string) => Origin {
  const says = (key: string, name: string) => Object.hasOwn(config.businesses[key] ?? {}, name)
  return (key, name) => {
    if (key !== 'default' && says(key, name)) return originOf('businesses')
    if (isOfEverybody(name) && config[name] !== null) return originOf(name)
    return says('default', name) ? originOf('businesses') : { origin: 'default' }
  }
}
