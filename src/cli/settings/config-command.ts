import type { Command } from 'commander'
import { jsonText } from '../terminal/printable.ts'
import { screenOf } from '../terminal/screen.ts'
import { type ListColumn, listOf } from '../terminal/table.ts'
import { type Effective, effectiveSettings } from './effective-settings.ts'
import { addSettingOptions } from './setting-options.ts'

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

const secrets: readonly string[] = ['token', 'webhookSecret']

function shownValue({ setting, value }: Effective): unknown {
  const name = setting.split('.').at(-1) ?? ''
  if (secrets.includes(name)) return value === null ? null : '(secret)'
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
  return kept.includes(setting) ? 'default of a new data folder' : 'default'
}

/** What a data folder keeps from its first start, and goes on with where nothing is given. */
const kept: readonly string[] = ['seed', 'clock']
