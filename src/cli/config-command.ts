import type { Command } from 'commander'
import { jsonText } from './json-text.ts'
import type { Origin, Resolved } from './resolve-config.ts'
import { screenOf } from './screen.ts'
import { addSettingOptions } from './setting-options.ts'
import { tableOf } from './table.ts'

/** `payments-sandbox config --show`: what `start` with the same flags would go by, and who says so. */
export function addConfig(program: Command): void {
  addSettingOptions(program.command('config'))
    .description('Every setting that start would go by here, its value and where it comes from; secrets are not shown')
    .option('--show', 'show them (the default)')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  $ payments-sandbox config --show --port 5000')
    .action(async ({ json = false, show: _show, ...flags }: Readonly<Record<string, unknown>>) => {
      const { resolveSettings } = await import('./resolve-config.ts')
      const settings = settingsOf(await resolveSettings(flags))
      process.stdout.write(json ? jsonOf(settings) : tableText(settings))
    })
}

interface Shown {
  readonly setting: string
  readonly value: unknown
  readonly origin: Origin
}

/** The sandbox's settings, then those that were declared for businesses, each by its path. */
function settingsOf({ config: { businesses, ...config }, originOf }: Resolved): readonly Shown[] {
  const own = Object.entries(config).map(([setting, value]) => ({
    setting,
    value: shownValue(setting, value),
    origin: originOf(setting),
  }))
  const declared = Object.entries(businesses).flatMap(([key, settings]) =>
    Object.entries(settings).map(([name, value]) => ({
      setting: `businesses.${key}.${name}`,
      value: shownValue(name, value),
      origin: originOf('businesses'),
    })),
  )
  return [...own, ...declared]
}

const secrets: readonly string[] = ['token', 'webhookSecret']

function shownValue(name: string, value: unknown): unknown {
  if (secrets.includes(name)) return value === null ? null : '(secret)'
  // A password in an address is a secret too.
  return typeof value === 'string' ? value.replace(/(?<=^\w+:\/\/)[^/?#]*@/, '(secret)@') : value
}

function jsonOf(settings: readonly Shown[]): string {
  const entries = settings.map(({ setting, value, origin }) => [setting, { value, ...origin }])
  return jsonText(Object.fromEntries(entries), 2)
}

function tableText(settings: readonly Shown[]): string {
  const rows = settings.map(({ setting, value, origin }) => [setting, valueText(value), originText(origin)])
  return tableOf(
    [{ title: 'setting', keep: true }, { title: 'value' }, { title: 'origin' }],
    rows,
    screenOf(process.stdout),
  )
}

function valueText(value: unknown): string {
  if (value === null) return 'not given'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function originText(origin: Origin): string {
  return origin.origin === 'default' ? 'default' : `${origin.origin} ${origin.name}`
}
