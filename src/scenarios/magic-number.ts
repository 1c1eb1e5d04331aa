import type { Scenario } from './scenario.ts'

/** The account numbers that choose a scenario, as its first glob: `*000911?`; null when its match names none. */
export function magicNumber(scenario: Scenario): string | null {
  return scenario.match?.accountNumber?.[0] ?? null
}
