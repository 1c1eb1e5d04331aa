import { z } from 'zod'
import { inputError, problemsOf } from './input-error.ts'
import { isObject } from './json.ts'
import { type Settings, type SettingsInput, settingsSchema } from './settings.ts'

export type DeclaredSettings = Partial<SettingsInput>

/** Any part of the settings; null gives a setting its default back. */
export type SettingsChange = { readonly [K in keyof SettingsInput]?: SettingsInput[K] | null }

export const declaredSettings = asWritten<DeclaredSettings>(settingsSchema)

/** Checks settings as a whole and keeps them as written, so that they can override other settings. */
export function asWritten<Written>(schema: z.ZodType) {
  return z.custom<Written>(isObject, { error: 'is not a map of settings' }).superRefine((value, context) => {
    const { error } = schema.safeParse(value, inputError)
    for (const { path, message } of error ? problemsOf(error, schema, 'setting') : []) {
      context.addIssue({ code: 'custom', path: [...path], message })
    }
  })
}

/** The depth of limits: setting, flow, network, currency. The limits of a currency are one value. */
const levels = 4

/** Returns `under` overridden by `upper`. Maps are merged, limits down to the currency; an empty map clears. */
export function over<Layer extends object>(under: Layer, upper: Layer, depth = levels): Layer {
  const below = new Map<string, unknown>(Object.entries(under))
  const laid = Object.entries(upper).map(([key, value]) => {
    const other = below.get(key)
    const isLaid = depth > 1 && isObject(other) && isObject(value) && !isEmpty(value)
    return [key, isLaid ? over(other, value, depth - 1) : value]
  })
  return { ...under, ...Object.fromEntries(laid) }
}

/** Returns `settings` under a layer, in which null stands for the default. */
export function settingsOver(settings: Settings, layer: SettingsChange): Settings {
  return settingsSchema.parse(withoutNulls(over<SettingsChange>(settings, layer)), inputError)
}

/** Returns a change as a layer over `settings`; null and an empty map become null for each present value. */
export function layerOf(change: object, settings: object, depth = levels): SettingsChange {
  const now = new Map<string, unknown>(Object.entries(settings))
  const layer = Object.entries(change).map(([name, value]) => {
    const before = now.get(name)
    if (depth === 1 || !isObject(before)) return [name, value]
    if (value !== null && !isEmpty(value)) return [name, isObject(value) ? layerOf(value, before, depth - 1) : value]
    const cleared = Object.fromEntries(Object.keys(before).map((key) => [key, null]))
    return [name, layerOf(cleared, before, depth - 1)]
  })
  return Object.fromEntries(layer)
}

function withoutNulls(value: object): object {
  const kept = Object.entries(value)
    .filter(([, one]) => one !== null)
    .map(([name, one]) => [name, isObject(one) ? withoutNulls(one) : one])
  return Object.fromEntries(kept.filter(([, one]) => !isEmpty(one)))
}

function isEmpty(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0
}
