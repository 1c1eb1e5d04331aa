import { existsSync, readdirSync } from 'node:fs'
import { z } from 'zod'
import { type Config, ConfigError, type ConfigInput, checkConfig, configProblems, configSchema } from '../../config.ts'
import { meantInstead } from '../../domain/did-you-mean.ts'
import { environment, prefix } from '../environment.ts'
import { UsageError } from '../exit.ts'

/** What flags can set, by the config's names; absent: not given. */
export interface Flags {
  readonly config?: string
  readonly [setting: string]: unknown
}

export type SettingSource =
  | { readonly from: 'flag' | 'environment' | 'file'; readonly name: string }
  | { readonly from: 'default' }

export interface Resolved {
  readonly config: Config
  readonly sourceOf: (setting: string) => SettingSource
}

const usualFile = 'payments-sandbox.config.yaml'

/** The configuration: flag before environment variable before config file before default. Throws a `ConfigError`, or a `UsageError` for a flag. */
export async function resolveConfig(flags: Flags): Promise<Config> {
  return (await resolveSettings(flags)).config
}

export async function resolveSettings({ config: file, ...flags }: Flags): Promise<Resolved> {
  refuseUnknownVariables()
  const path = file ?? configFileHere()
  const fromFile: ConfigInput = path === null ? {} : await readFromFile(path)
  const fromVariables = fromEnvironment()
  const given = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined))
  const sourceOf = (setting: string): SettingSource => {
    if (Object.hasOwn(given, setting)) return { from: 'flag', name: flagOf(setting) }
    if (Object.hasOwn(fromVariables, setting)) return { from: 'environment', name: variableOf(setting) }
    return path !== null && Object.hasOwn(fromFile, setting) ? { from: 'file', name: path } : { from: 'default' }
  }
  const checked = checkConfig({ ...fromFile, ...fromVariables, ...given })
  if (checked.success) return { config: checked.data, sourceOf }
  // A config file was checked when it was read: what is wrong was written as a flag, or else as a variable.
  const isFlag = (name: string) => Object.hasOwn(given, name)
  const problems = configProblems(checked.error).map(({ path: [name], message }) => ({ name: String(name), message }))
  const texts = problems.map(({ name, message }) => `${isFlag(name) ? flagOf(name) : variableOf(name)}: ${message}`)
  throw problems.some(({ name }) => isFlag(name)) ? new UsageError(texts) : new ConfigError(texts)
}

async function readFromFile(path: string): Promise<ConfigInput> {
  const { readConfigFile } = await import('../../config-file.ts')
  return readConfigFile(path)
}

/** The config file that is read if no flag names one, or null. Throws a `ConfigError`. */
export function configFileHere(): string | null {
  return environment[`${prefix}CONFIG`] ?? usualFileHere()
}

/** The usual file, or null if there is none. Throws a `ConfigError` for one whose name only looks like it. */
function usualFileHere(): string | null {
  if (existsSync(usualFile)) return usualFile
  const similar = namesHere().find((name) => /^payments-sandbox\.config\.(?:ya?ml|json)$/i.test(name))
  if (similar === undefined || similar === usualFile) return null
  throw new ConfigError([`${similar}: is not read under this name; rename it to ${usualFile}`])
}

/** None if this user may not list the folder. */
function namesHere(): readonly string[] {
  try {
    return readdirSync('.').sort()
  } catch {
    return []
  }
}

const { businesses: _, ...settings } = configSchema.shape

/** Variables that are not settings: the config file, and what clients and `exec` take from a running sandbox. */
const otherVariables = ['CONFIG', 'URL', 'API_KEY', 'WEBHOOK_SECRET', 'EXEC'].map((name) => prefix + name)

/** The variable of a setting: `callbackUrl` is PAYMENTS_SANDBOX_CALLBACK_URL. */
export function variableOf(setting: string): string {
  return prefix + setting.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
}

function flagOf(setting: string): string {
  return `--${setting.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** Throws a `ConfigError` that names every variable with the sandbox's prefix that nothing reads. */
function refuseUnknownVariables(): void {
  const known = [...Object.keys(settings).map(variableOf), ...otherVariables]
  const unknown = Object.keys(environment).filter(
    (name) => name.startsWith(prefix) && !known.includes(name) && !isServiceLink(name),
  )
  if (unknown.length > 0)
    throw new ConfigError(unknown.map((name) => `${name}: unknown variable; ${meantInstead(name, known)}`))
}

/**
 * True for what container platforms set by themselves in every container beside a service of the name payments-sandbox:
 * PAYMENTS_SANDBOX_SERVICE_HOST, PAYMENTS_SANDBOX_PORT=tcp://10.0.0.7:4747 and their like.
 */
function isServiceLink(name: string): boolean {
  const rest = name.slice(prefix.length)
  if (rest === 'PORT') return environment[name]?.startsWith('tcp://') === true
  return /^(?:SERVICE_(?:HOST|PORT)|PORT_\d+_(?:TCP|UDP))(?:_|$)/.test(rest)
}

function fromEnvironment(): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(settings)) {
    const text = environment[variableOf(name)]
    if (text !== undefined && !isServiceLink(variableOf(name))) found[name] = readText(text, schema)
  }
  return found
}

const truths = new Map(Object.entries({ 1: true, true: true, 0: false, false: false }))

/** Converts a text to what its schema expects. An unreadable text stays, and the schema refuses it. */
function readText(text: string, schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) return readText(text, schema.unwrap())
  if (schema instanceof z.ZodNumber) return /^\d+$/.test(text) ? Number(text) : text
  if (schema instanceof z.ZodBoolean) return truths.get(text) ?? text
  return schema instanceof z.ZodArray ? text.split(',') : text
}
