import { expect, test } from 'vitest'
import { deriveFraction } from '../../../src/domain/derived-ids.ts'
import { compileScenarios, type SelectionFacts, select } from '../../../src/scenarios/select/select.ts'
import { loaded, shipped } from '../scenario-folders.ts'

const call: SelectionFacts = {
  flow: 'mobile-money',
  accountNumbers: ['0241234567'],
  reference: 'order-1',
  network: 'MTN',
  currency: 'GHS',
  reason: null,
  amountMinor: 1000,
}

const busyDay = {
  'mobile-money': { approve: 85, 'wrong-pin': 6, timeout: 3, 'insufficient-balance': 2 },
  'virtual-account': { approve: 85, 'va-expiry': 4, 'va-underpaid': 2, 'va-late': 1 },
  'bank-payout': { approve: 85 },
  'mobile-money-payout': { approve: 85 },
} as const
/** They can happen to every flow. */
const others = { 'switch-error': 1, 'slow-webhook': 1, duplicate: 1, 'lost-reply': 1 }

/** What 10,000 references of one key draw from the mix. */
function drawn(set: Parameters<typeof compileScenarios>[0], facts: SelectionFacts, seed: number): readonly string[] {
  const compiled = compileScenarios(set)
  return Array.from({ length: 10_000 }, (_, index) => {
    const reference = `order-${index}`
    const draw = () => deriveFraction({ seed, key: 'test_mix', reference }, 'mix', 0)
    const choice = { header: 'busy-day', queue: [], metadataScenario: undefined, businessDefault: null }
    const selected = select(compiled, { ...facts, reference }, choice, draw)
    if (!('scenario' in selected)) throw new Error(selected.message)
    expect(selected).toMatchObject({ by: 'header', mix: { name: 'busy-day' } })
    return selected.scenario.name
  })
}

function sharesOf(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return new Map([...counts].map(([name, count]) => [name, (100 * count) / names.length]))
}

test.each(Object.keys(busyDay) as (keyof typeof busyDay)[])(
  'busy-day comes out in its shares for %s, within 1.5 points, under every seed',
  (flow) => {
    const weights: Readonly<Record<string, number>> = { ...busyDay[flow], ...others }
    const sum = Object.values(weights).reduce((one, other) => one + other)
    const facts = { ...call, flow, currency: flow === 'virtual-account' ? 'NGN' : 'GHS' } as const
    const [one, other] = [1, 2].map((seed) => drawn(shipped, facts, seed))
    for (const names of [one, other]) {
      const shares = sharesOf(names ?? [])
      expect([...shares.keys()].sort()).toEqual(Object.keys(weights).sort())
      for (const [name, weight] of Object.entries(weights)) {
        expect(Math.abs((shares.get(name) ?? 0) - (100 * weight) / sum)).toBeLessThan(1.5)
      }
    }
    expect(other).not.toEqual(one)
    expect(drawn(shipped, facts, 1)).toEqual(one)
  },
)

test('weights may be fractions, and the user may replace a member of a shipped mix', async () => {
  const set = await loaded(`version: 1
scenarios:
  approve: { outcome: never }
  busy-day: { mix: { approve: 0.1, wrong-pin: 0.2, mine: 0.7 } }
  mine: { after: 1m }`)
  const shares = sharesOf(drawn(set, call, 1))
  expect([...shares].map(([name, share]) => [name, Math.round(share / 10)]).sort()).toEqual([
    ['approve', 1],
    ['mine', 7],
    ['wrong-pin', 2],
  ])
})
