import { z } from 'zod'
import { inputError, problemsOf } from './input-error.ts'
import { type Settings, type SettingsInput, settingsSchema } from './settings.ts'

/** Any part of the settings as a user wrote it, which can be laid over others. */
export type DeclaredSettings = Partial<SettingsInput>

/** Settings as declared: checked as a whole, but kept as written, so that one layer can be put over another. */
export const declaredSettings = z
  .custom<DeclaredSettings>(isMap, { error: 'is not a map of settings' })
  .superRefine((value, context) => {
    const { error } = settingsSchema.safeParse(value, inputError)
    for (const { path, message } of error ? problemsOf(error, settingsSchema, 'setting') : []) {
      context.addIssue({ code: 'custom', path: [...path], message })
    }
  })

/** Settings, the limits of a flow, of a network in it, and of a currency there: a currency's limits are one value. */
const levels = 4

/** One layer over another; maps are laid over each other too, limits down to the single currency. */
export function over<Layer extends object>(under: Layer, upper: Layer, depth = levels): Layer {
  const below = new Map<string, unknown>(Object.entries(under))
  const laid = Object.entries(upper).map(([key, value]) => {
    const other = below.get(key)
    return [key, depth > 1 && isMap(other) && isMap(value) ? over(other, value, depth - 1) : value]
  })
  return { ...under, ...Object.fromEntries(laid) }
}

/** Complete settings with a declared layer over them. */
export function settingsOver(settings: Settings, upper: DeclaredSettings): Settings {
  return settingsSchema.parse(over<DeclaredSettings>(settings, upper), inputError)
}

function isMap(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
