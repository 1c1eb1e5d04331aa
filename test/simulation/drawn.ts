import { type Settings, settingsSchema } from '../../src/domain/settings.ts'
import type { Random } from './random.ts'
import { accountLifetimeMs, type SimulatedScenario, scenarios } from './scenarios.ts'

/** Any scenarios, but more often ones that need luck to come to their point. */
export function drawnScenarios(random: Random): readonly SimulatedScenario[] {
  const rare = random.one([
    scenarios,
    scenarios.filter(({ webhook }) => webhook.hold),
    scenarios.filter(({ otpEnding }) => otpEnding),
  ])
  return [random.one(rare), random.one(rare), ...Array.from({ length: 3 }, () => random.one(scenarios))]
}

/** Settings of a world, the same for all of its merchants but for their addresses. */
export function drawnSettings(random: Random) {
  return {
    hasAddress: random.chance(0.9),
    wallets: { GHS: random.one([300, 1000, 5000]), NGN: 0 },
    bearFee: random.one(['customer', 'business'] as const),
    retry: random.one([['5s', '30s', '2m'], ['1s'], ['10s', '10s', '10s', '10s']]),
    partialPayments: random.one(['accept', 'hold', 'fail'] as const),
    lateTransfers: random.one(['ignore', 'accept'] as const),
    accountLifetime: `${accountLifetimeMs / 1000}s`,
  }
}

export function settingsOf(key: string, { hasAddress, ...drawn }: ReturnType<typeof drawnSettings>): Settings {
  return settingsSchema.parse({ ...drawn, callbackUrl: hasAddress ? `http://one.test/hook?key=${key}` : null })
}
