import { existsSync } from 'node:fs'
import { type Config, ConfigError, type ConfigInput, checkConfig, configSchema, problemsOf } from '../../config.ts'
import { readConfigFile } from '../../config-file.ts'
import { environment, prefix } from '../environment.ts'
import { UsageError } from '../exit.ts'
import { isServiceLink, refuseUnknownVariables, variableOf } from './variables.ts'
import { requireWorkingFolder } from './working-folder.ts'

/** What flags can set, by the config's names; absent: not given. */
export interface Flags {
  readonly config?: string
  readonly [setting: string]: unknown
}

export type Origin =
  | { readonly origin: 'flag' | 'environment' | 'file'; readonly name: string }
  | { readonly origin: 'default' }

export interface Resolved {
  readonly config: Config
  readonly originOf: (setting: string) => Origin
}

const usualFile = 'payments-sandbox.config.yaml'

/** The configuration: flag before environment variable before config file before default. Throws a `ConfigError`, or a `UsageError` for a flag. */
export async function resolveConfig(flags: Flags): Promise<Config> {
  return (await resolveSettings(flags)).config
}

/** The same with the origin of each setting. */
export async function resolveSettings({ config: file, ...flags }: Flags): Promise<Resolved> {
  requireWorkingFolder()
  refuseUnknownVariables()
  const path = file ?? environment[`${prefix}CONFIG`] ?? (existsSync(usualFile) ? usualFile : null)
  const fromFile: ConfigInput = path === null ? {} : await readConfigFile(path)
  const fromVariables = fromEnvironment()
  const given = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined))
  const originOf = (setting: string): Origin => {
    if (Object.hasOwn(given, setting)) return { origin: 'flag', name: flagOf(setting) }
    if (Object.hasOwn(fromVariables, setting)) return { origin: 'environment', name: variableOf(setting) }
    return path !== null && Object.hasOwn(fromFile, setting) ? { origin: 'file', name: path } : { origin: 'default' }
  }
  const checked = checkConfig({ ...fromFile, ...fromVariables, ...given })
  if (checked.success) return { config: checked.data, originOf }
  // A config file was checked when it was read: what is wrong was written as a flag, or else as a variable.
  const isFlag = (name: string) => Object.hasOwn(given, name)
  const problems = problemsOf(checked.error).map(({ path: [name], message }) => ({ name: String(name), message }))
  const texts = problems.map(({ name, message }) => `${isFlag(name) ? flagOf(name) : variableOf(name)}: ${message}`)
  throw problems.some(({ name }) => isFlag(name)) ? new UsageError(texts.join('\n')) : new ConfigError(texts)
}

function fromEnvironment(): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const name of Object.keys(configSchema.shape)) {
    const text = environment[variableOf(name)]
    if (text !== undefined && name !== 'businesses' && !isServiceLink(variableOf(name), text))
      found[name] = readText(name, text)
  }
  return found
}

const numbers: readonly string[] = [
  'port',
  'seed',
  'inFlight',
  'perOrigin',
  'maxBusinesses',
  'maxTransactionsPerBusiness',
  'webhooksPerSecond',
]
const truths = new Map(Object.entries({ 1: true, true: true, 0: false, false: false }))

function readText(name: string, text: string): unknown {
  if (numbers.includes(name)) return /^\d+$/.test(text) ? Number(text) : text
  if (name === 'durable') return truths.get(text) ?? text
  return ['allowHost', 'scenarios', 'callbackAllow', 'require'].includes(name) ? text.split(',') : text
}

function flagOf(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}
