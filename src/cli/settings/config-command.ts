import type { Command } from 'commander'
import { jsonText } from '../terminal/printable.ts'
import { screenOf } from '../terminal/screen.ts'
import { type ListColumn, listOf } from '../terminal/table.ts'
import { exampleText } from '../text/example-text.ts'
import type { Resolved, SettingSource } from './resolve-config.ts'
import { addSettingOptions } from './setting-options.ts'

interface Effective {
  readonly setting: string
  readonly value: unknown
  readonly source: SettingSource
}

export function addConfig(program: Command): void {
  addSettingOptions(program.command('config'))
    .description(
      'Show every setting that start would use here, its value and where it comes from. Secrets are not shown',
    )
    .option('--show', 'show them (the default)')
    .option('--json', 'print JSON')
    .addHelpText('after', exampleText('config --show --port 5000'))
    .action(async ({ json = false, show: _show, ...flags }: Readonly<Record<string, unknown>>) => {
      const { resolveStart } = await import('./resolve-start.ts')
      const settings = await effectiveSettings(await resolveStart(flags))
      process.stdout.write(json ? jsonOf(settings) : listOf(settings, columns, screenOf(process.stdout)))
    })
}

/** The values of `start` without a setting that the configuration has no default for. */
const whereNotGiven: Readonly<Record<string, unknown>> = { seed: 1, clock: 'real', scenarios: ['./scenarios'] }

async function effectiveSettings(resolved: Resolved): Promise<readonly Effective[]> {
  const { config, sourceOf } = resolved
  const { readRates, readSettings } = await import('../../sandbox/read-settings.ts')
  const { readShipped } = await import('../../sandbox/shipped.ts')
  const shipped = await readShipped()
  const settings = readSettings(config, shipped)
  const sourceIn = sourcesOf(resolved)
  const { callbackUrl, mode } = settings.of('default')
  const { businesses, ...given } = config
  const values = { ...given, rates: readRates(config, shipped), callbackUrl, mode }
  const own = Object.entries(values).map(([setting, value]) => ({
    setting,
    value: value ?? whereNotGiven[setting] ?? null,
    source: isOfEverybody(setting) ? sourceIn('default', setting) : sourceOf(setting),
  }))
  const keys = ['default', ...Object.keys(businesses).filter((key) => key !== 'default')]
  const ofBusinesses = keys.flatMap((key) =>
    Object.entries(settings.of(key)).map(([name, value]) => ({
      setting: `businesses.${key}.${name}`,
      value,
      source: sourceIn(key, name),
    })),
  )
  return [...own, ...ofBusinesses]
}

/** Settings of businesses that have a flag and a variable, too. */
function isOfEverybody(setting: string): setting is 'callbackUrl' | 'mode' {
  return setting === 'callbackUrl' || setting === 'mode'
}

/** Where a business's setting comes from: its own entry in the config file, a flag for all businesses, or the entry `default`. */
function sourcesOf({ config, sourceOf }: Resolved): (key: string, name: string) => SettingSource {
  const says = (key: string, name: string) => Object.hasOwn(config.businesses[key] ?? {}, name)
  return (key, name) => {
    if (key !== 'default' && says(key, name)) return sourceOf('businesses')
    if (isOfEverybody(name) && config[name] !== null) return sourceOf(name)
    return says('default', name) ? sourceOf('businesses') : { from: 'default' }
  }
}

function shownValue({ setting, value }: Effective): unknown {
  if (/(?:^|\.)(?:token|webhookSecret)$/.test(setting)) return value === null ? null : '(secret)'
  // A password in an address is a secret too.
  return typeof value === 'string' ? value.replace(/(?<=^\w+:\/\/)[^/?#]*@/, '(secret)@') : value
}

function jsonOf(settings: readonly Effective[]): string {
  const entries = settings.map((one) => {
    const { from: origin, ...named } = one.source
    return [one.setting, { value: shownValue(one), origin, ...named }]
  })
  return jsonText(Object.fromEntries(entries), 2)
}

const columns: readonly ListColumn<Effective>[] = [
  { title: 'setting', cut: 'last', cell: ({ setting }) => setting },
  { title: 'value', cell: (one) => valueText(shownValue(one)) },
  { title: 'origin', cell: sourceText },
]

function valueText(value: unknown): string {
  if (value === null) return 'not given'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function sourceText({ setting, source }: Effective): string {
  if (source.from !== 'default') return `${source.from} ${source.name}`
  // What a data folder keeps from its first start, and goes on with unless another is given.
  return setting === 'seed' || setting === 'clock' ? 'default of a new data folder' : 'default'
}
