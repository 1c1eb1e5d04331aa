import { type Config, checkBusinesses } from '../config.ts'
import { type DeclaredSettings, over } from '../domain/declared-settings.ts'
import { inputError } from '../domain/input-error.ts'
import { type Settings, settingsSchema } from '../domain/settings.ts'
import type { Store } from '../store/store.ts'

export type Declared = Readonly<Record<string, DeclaredSettings>>

/** Which keys are accepted, and their settings now; without a key, the settings of undeclared businesses. */
export function accessBy(
  settings: ReturnType<typeof settingsByKey>,
  { keys }: Pick<Config, 'keys'>,
  { business, gate }: Pick<Store, 'business' | 'gate'>,
) {
  return {
    gate,
    acceptsKey: (key: string) => keys === 'any' || settings.isDeclared(key),
    settingsOf: (key: string | null) => (key === null ? settings.of('default') : business(key).settings),
  }
}

/**
 * The settings of each key: the schema's defaults, then what `default` declares in each layer, then what the key itself
 * declares, later layers first. The layers were judged where they were read.
 */
export function settingsByKey(layers: readonly Declared[]) {
  const declared = new Map<string, DeclaredSettings>([['default', {}]])
  const known = new Map<string, Settings>()
  const lay = (key: string, settings: DeclaredSettings) => {
    declared.set(key, over(declared.get(key) ?? {}, settings))
    if (key === 'default') known.clear()
    else known.delete(key)
  }
  const complete = (key: string): Settings => {
    const settings =
      known.get(key) ?? settingsSchema.parse(over(declared.get('default') ?? {}, declared.get(key) ?? {}), inputError)
    known.set(key, settings)
    return settings
  }
  for (const layer of layers) for (const [key, settings] of Object.entries(layer)) lay(key, settings)
  return {
    of: (key: string): Settings => complete(declared.has(key) ? key : 'default'),
    isDeclared: (key: string) => declared.has(key),
    declare(key: string, settings: DeclaredSettings): void {
      checkBusinesses({ [key]: settings })
      lay(key, settings)
    },
  }
}
