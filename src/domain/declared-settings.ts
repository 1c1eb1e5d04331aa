import { z } from 'zod'
import { currencyZones } from '../catalogue/countries.ts'
import { currencyCodes } from '../catalogue/currencies.ts'
import { meantInstead } from './did-you-mean.ts'
import { inputError } from './input-error.ts'
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
    for (const { path, message } of (settingsSchema.safeParse(value, inputError).error?.issues ?? []).flatMap(
      problemsOf,
    )) {
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

interface Problem {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

function problemsOf(issue: z.core.$ZodIssue): Problem[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknown(issue.path, key))
  if (issue.code !== 'invalid_key') return [{ path: issue.path, message: issue.message }]
  const names = namesUnder(issue.path.slice(0, -1))
  const key = issue.path.at(-1)
  if (names.length > 0 && typeof key === 'string') return [unknown(issue.path.slice(0, -1), key)]
  return issue.issues.map(({ message }) => ({ path: issue.path, message }))
}

function unknown(path: readonly PropertyKey[], key: string): Problem {
  return { path: [...path, key], message: `unknown setting; ${meantInstead(key, namesUnder(path))}` }
}

/** The names that may stand under a place in the settings; none where any may. */
function namesUnder([setting, ...deeper]: readonly PropertyKey[]): readonly string[] {
  if (setting === undefined) return Object.keys(settingsSchema.shape)
  if (setting === 'wallets') return currencyCodes
  if (setting === 'rateLimit') return ['requests', 'per']
  if (setting === 'homeCountries') return Object.keys(currencyZones)
  const namesOfLimits = [flows, [], currencyCodes, ['min', 'max']]
  return setting === 'limits' ? (namesOfLimits[deeper.length] ?? []) : flows
}
