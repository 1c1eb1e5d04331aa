import { z } from 'zod'
import { inputError, problemsOf } from './input-error.ts'
import { type Settings, type SettingsInput, settingsSchema } from './settings.ts'

/** Any part of the settings, as a user wrote it. */
export type DeclaredSettings = Partial<SettingsInput>

/** Checks settings as a whole and keeps them as written, so that they can override other settings. */
export const declaredSettings = z
  .custom<DeclaredSettings>(isMap, { error: 'is not a map of settings' })
  .superRefine((value, context) => {
    const { error } = settingsSchema.safeParse(value, inputError)
    for (const { path, message } of error ? problemsOf(error, settingsSchema, 'setting') : []) {
      context.addIssue({ code: 'custom', path: [...path], message })
    }
  })

/** The depth of limits: setting, flow, network, currency. The limits of a currency are one value. */
const levels = 4

/** Returns `under` with the values of `upper`. Maps are merged too, limits down to the currency. */
export function over<Layer extends object>(under: Layer, upper: Layer, depth = levels): Layer {
  const below = new Map<string, unknown>(Object.entries(under))
  const laid = Object.entries(upper).map(([key, value]) => {
    const other = below.get(key)
    return [key, depth > 1 && isMap(other) && isMap(value) ? over(other, value, depth - 1) : value]
  })
  return { ...under, ...Object.fromEntries(laid) }
}

export function settingsOver(settings: Settings, upper: DeclaredSettings): Settings {
  return settingsSchema.parse(over<DeclaredSettings>(settings, upper), inputError)
}

function isMap(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
