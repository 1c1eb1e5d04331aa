import { parseDuration } from '../../domain/duration.ts'
import type { Settings } from '../../domain/settings.ts'
import type { PlanDefaults } from './plan.ts'

/** What stories leave to the settings. */
export function planDefaultsOf(settings: Settings): PlanDefaults {
  return {
    accountLifetimeMs: parseDuration(settings.accountLifetime),
    partialPayments: settings.partialPayments,
    lateTransfers: settings.lateTransfers,
    smsOtp: settings.smsOtp,
    retryMs: settings.retry.map(parseDuration),
    timeoutMs: parseDuration(settings.timeout),
  }
}

/** The same, worked out once for each settings. */
export function createPlanDefaults(): (settings: Settings) => PlanDefaults {
  const known = new WeakMap<Settings, PlanDefaults>()
  return (settings) => {
    const defaults = known.get(settings) ?? planDefaultsOf(settings)
    known.set(settings, defaults)
    return defaults
  }
}
