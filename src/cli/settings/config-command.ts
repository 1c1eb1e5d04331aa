import type { Command } from 'commander'
import { jsonText } from '../terminal/printable.ts'
import { screenOf } from '../terminal/screen.ts'
import { type ListColumn, listOf } from '../terminal/table.ts'
import type { Origin, Resolved } from './resolve-config.ts'
import { addSettingOptions } from './setting-options.ts'

interface Effective {
  readonly setting: string
  readonly value: unknown
  readonly origin: Origin
}

export function addConfig(program: Command): void {
  addSettingOptions(program.command('config'))
    .description(
      'Show every setting that start would use here, its value and where it comes from. Secrets are not shown',
    )
    .option('--show', 'show them (the default)')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  $ payments-sandbox config --show --port 5000')
    .action(async ({ json = false, show: _show, ...flags }: Readonly<Record<string, unknown>>) => {
      const { resolveStart } = await import('./resolve-start.ts')
      const settings = await effectiveSettings(await resolveStart(flags))
      process.stdout.write(json ? jsonOf(settings) : listOf(settings, columns, screenOf(process.stdout)))
    })
}

/** The values of `start` without a setting that the configuration has no default for. */
const whereNotGiven: Readonly<Record<string, unknown>> = { seed: 1, clock: 'real', scenarios: ['./scenarios'] }

async function effectiveSettings(resolved: Resolved): Promise<readonly Effective[]> {
  const { config, originOf } = resolved
  const { readRates, readSettings } = await import('../../sandbox/read-settings.ts')
  const { readShipped } = await import('../../sandbox/shipped.ts')
  const shipped = await readShipped()
  const settings = readSettings(config, shipped)
  const originIn = originsOf(resolved)
  const { callbackUrl, mode } = settings.of('default')
  const { businesses, ...given } = config
  const values = { ...given, rates: readRates(config, shipped), callbackUrl, mode }
  const own = Object.entries(values).map(([setting, value]) => ({
    setting,
    value: value ?? whereNotGiven[setting] ?? null,
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

/** Where a business's setting comes from: its own entry in the config file, a flag for all businesses, or the entry `default`. */
function originsOf({ config, originOf }: Resolved): (key: string, name: string) => Origin {
  const says = (key: string, name: string) => Object.hasOwn(config.businesses[key] ?? {}, name)
  return (key, name) => {
    if (key !== 'default' && says(key, name)) return originOf('businesses')
    if (isOfEverybody(name) && config[name] !== null) return originOf(name)
    return says('default', name) ? originOf('businesses') : { origin: 'default' }
  }
}

function shownValue({ setting, value }: Effective): unknown {
  if (/(?:^|\.)(?:token|webhookSecret)$/.test(setting)) return value === null ? null : '(secret)'
  // A password in an address is a secret too.
  return typeof value === 'string' ? value.replace(/(?<=^\w+:\/\/)[^/?#]*@/, '(secret)@') : value
}

function jsonOf(settings: readonly Effective[]): string {
  const entries = settings.map((one) => [one.setting, { value: shownValue(one), ...one.origin }])
  return jsonText(Object.fromEntries(entries), 2)
}

const columns: readonly ListColumn<Effective>[] = [
  { title: 'setting', cut: 'last', cell: ({ setting }) => setting },
  { title: 'value', cell: (one) => valueText(shownValue(one)) },
  { title: 'origin', cell: originText },
]

function valueText(value: unknown): string {
  if (value === null) return 'not given'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function originText({ setting, origin }: Effective): string {
  if (origin.origin !== 'default') return `${origin.origin} ${origin.name}`
  // What a data folder keeps from its first start, and goes on with unless another is given.
  return setting === 'seed' || setting === 'clock' ? 'default of a new data folder' : 'default'
}
