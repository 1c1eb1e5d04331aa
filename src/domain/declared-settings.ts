import { z } from 'zod'
import { inputError, problemsOf } from './input-error.ts'
import { type Settings, type SettingsInput, settingsSchema } from './settings.ts'
import { flows } from './transaction.ts'

/** Any part of the settings as somebody wrote it, which can be laid over others. */
export type DeclaredSettings = Partial<SettingsInput>

/** Settings as somebody declares them: kept as written, so that layers can be put over each other, but checked whole. */
export const declaredSettings = z
  .custom<DeclaredSettings>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), {
    error: 'is not a map of settings',
  })
  .superRefine((value, context) => {
    const { error } = settingsSchema.safeParse(value, inputError)
    for (const { path, message } of error ? problemsOf(error, settingsSchema, 'setting') : []) {
      context.addIssue({ code: 'custom', path: [...path], message })
    }
  })

/** One layer over another; maps are laid over each other too, limits down to the single currency. */
export function over(under: DeclaredSettings, upper: DeclaredSettings): DeclaredSettings {
  return {
    ...under,
    ...upper,
    ...(under.fees && upper.fees ? { fees: { ...under.fees, ...upper.fees } } : {}),
    ...(under.wallets && upper.wallets ? { wallets: { ...under.wallets, ...upper.wallets } } : {}),
    ...(under.homeCountries && upper.homeCountries
      ? { homeCountries: { ...under.homeCountries, ...upper.homeCountries } }
      : {}),
    ...(under.limits && upper.limits ? { limits: limitsOver(under.limits, upper.limits) } : {}),
  }
}

/** Complete settings with a declared layer over them. */
export function settingsOver(settings: Settings, upper: DeclaredSettings): Settings {
  return settingsSchema.parse(over(settings, upper))
}

type Limits = NonNullable<DeclaredSettings['limits']>

function limitsOver(under: Limits, upper: Limits): Limits {
  const both = flows.flatMap((flow) => {
    const [below, above] = [under[flow], upper[flow]]
    if (!below || !above) return []
    const networks = Object.keys(above).map((network) => [network, { ...below[network], ...above[network] }])
    return [[flow, { ...below, ...Object.fromEntries(networks) }]]
  })
  return { ...under, ...upper, ...Object.fromEntries(both) }
}
