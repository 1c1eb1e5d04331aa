import { existsSync } from 'node:fs'
import { type Config, ConfigError, checkConfig, configSchema, problemsOf } from '../config.ts'
import { readConfigFile } from '../config-file.ts'
import { environment, prefix } from './environment.ts'

/** What flags can set, by the config's names; absent: not given. */
export interface Flags {
  readonly config?: string
  readonly [setting: string]: unknown
}

/** The config file that is read when no --config names another. */
const usualFile = 'payments-sandbox.config.yaml'

/** The configuration: flag before environment variable before config file before default. Throws `ConfigError`. */
export async function resolveConfig({ config: file, ...flags }: Flags): Promise<Config> {
  const path = file ?? environment[`${prefix}CONFIG`] ?? (existsSync(usualFile) ? usualFile : null)
  const fromFile = path === null ? {} : await readConfigFile(path)
  const given = defined(flags)
  const checked = checkConfig({ ...fromFile, ...fromEnvironment(), ...given })
  if (checked.success) return checked.data
  throw new ConfigError(problemsOf(checked.error).map(({ path, message }) => `${nameOf(path, given)}: ${message}`))
}

function defined(flags: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined))
}

/** Settings from variables such as PAYMENTS_SANDBOX_PORT; lists are written with commas. */
function fromEnvironment(): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const name of Object.keys(configSchema.shape)) {
    const text = environment[variableOf(name)]
    if (text !== undefined && name !== 'businesses') found[name] = readText(name, text)
  }
  return found
}

const truths = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
])

function readText(name: string, text: string): unknown {
  if (['port', 'seed', 'inFlight', 'perOrigin'].includes(name)) return /^\d+$/.test(text) ? Number(text) : text
  if (name === 'durable') return truths.get(text) ?? text
  return ['allowHost', 'scenarios', 'callbackAllow'].includes(name) ? text.split(',') : text
}

/** What the user wrote that is wrong: the flag, or else the variable; a config file was checked when it was read. */
function nameOf(path: readonly PropertyKey[], given: Readonly<Record<string, unknown>>): string {
  const name = String(path[0])
  return Object.hasOwn(given, name)
    ? `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    : variableOf(name)
}

function variableOf(name: string): string {
  return prefix + name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
}
