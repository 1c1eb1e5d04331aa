import { type Config, checkConfig } from '../../config.ts'
import { type DeclaredSettings, over } from '../../domain/declared-settings.ts'
import { isObject } from '../../domain/json.ts'
import type { SettingEvidence, UnclearSetting } from './setting-evidence.ts'

/** A setting as it is written into a config file. */
export interface ConfigSetting {
  readonly path: readonly string[]
  readonly value: unknown
  /** How many observations of it say so: all. */
  readonly seen: number
}

export interface SettledConfig {
  readonly settings: readonly ConfigSetting[]
  /** What is not written: two values, one that is shown once, or another one in the config. */
  readonly unsettled: readonly UnclearSetting[]
  readonly config: Config
}

export interface BusinessEvidence {
  readonly key: string
  readonly evidence: SettingEvidence
}

/** Adds the settings that recordings show to a configuration. What it says already stays. */
export function settle(businesses: readonly BusinessEvidence[], config: Config): SettledConfig {
  const nameOf = (key: string) => (businesses.length === 1 ? 'default' : key)
  const settings: ConfigSetting[] = []
  const unsettled: UnclearSetting[] = []
  let settled = config
  for (const { key, evidence } of businesses) {
    for (const { path: names, value, seen } of evidence.found()) {
      const path = ['businesses', nameOf(key), ...names]
      const before = writtenAt(config, key, names)
      const next = withSetting(settled, path, value)
      if (before === undefined && checkConfig(next).success) {
        settings.push({ path, value, seen })
        settled = next
        continue
      }
      const said = JSON.stringify(value)
      const values =
        before === undefined ? [`${said}, which it cannot be`] : [`${JSON.stringify(before)} in the config`, said]
      unsettled.push({ setting: nameIn(path), values, entries: [] })
    }
    unsettled.push(...named(evidence.unclear(), nameOf(key)))
  }
  return { settings, unsettled, config: settled }
}

/** Returns the values that a person writes, with the names of their settings. */
export function saidIn(businesses: readonly BusinessEvidence[]): readonly UnclearSetting[] {
  return businesses.flatMap(({ key, evidence }) => named(evidence.said(), businesses.length === 1 ? 'default' : key))
}

function named(all: readonly UnclearSetting[], business: string): readonly UnclearSetting[] {
  return all.map((one) => ({ ...one, setting: nameIn(['businesses', business, one.setting]) }))
}

/** Names a setting of the config file; its business too, unless it is of every business. */
function nameIn([first = '', business = '', ...names]: readonly string[]): string {
  return business === 'default' ? names.join('.') : [first, business, ...names].join('.')
}

function writtenAt({ businesses }: Config, key: string, names: readonly string[]): unknown {
  return ['default', key]
    .map((name) =>
      names.reduce<unknown>((value, part) => (isObject(value) ? value[part] : undefined), businesses[name]),
    )
    .find((value) => value !== undefined)
}

function withSetting(config: Config, [, business = '', ...names]: readonly string[], value: unknown): Config {
  const layer = names.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value)
  const settings = over<DeclaredSettings>(config.businesses[business] ?? {}, isObject(layer) ? layer : {})
  return { ...config, businesses: { ...config.businesses, [business]: settings } }
}
