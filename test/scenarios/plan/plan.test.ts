import { expect, test } from 'vitest'
import { deriveFraction } from '../../../src/domain/derived-ids.ts'
import type { Plan } from '../../../src/domain/plan.ts'
import { builtInResult } from '../../../src/domain/result.ts'
import { settingsSchema } from '../../../src/domain/settings.ts'
import type { Flow, Intent } from '../../../src/domain/transaction.ts'
import { planFor } from '../../../src/scenarios/plan/plan.ts'
import type { Scenario } from '../../../src/scenarios/scenario.ts'
import { loaded } from '../scenario-folders.ts'

const settings = settingsSchema.parse({ retry: ['5s', '30s'] })

function intentOf(flow: Flow, facts: Partial<Intent> = {}): Intent {
  return {
    flow,
    reference: 'order-1',
    currency: 'NGN',
    askedMinor: 10_001,
    channel: 'BANK',
    network: '058',
    reason: 'Shoes',
    customer: { accountName: 'Ama Mensah', accountNumber: '2348012345678' },
    metadata: {},
    callbackUrl: null,
    extras: {},
    conversion: null,
    ...facts,
  }
}

async function planOf(flow: Flow, mine: string, facts: Partial<Intent> = {}): Promise<Plan> {
  return planFrom(await scenarioOf(mine), flow, facts)
}

async function scenarioOf(mine: string): Promise<Scenario> {
  const { scenarios } = await loaded(`version: 1\nscenarios: { mine: ${mine} }`)
  const scenario = scenarios.find(({ name }) => name === 'mine')
  if (!scenario) throw new Error('The scenario mine was not loaded')
  return scenario
}

function planFrom(scenario: Scenario, flow: Flow, facts: Partial<Intent>): Plan {
  const intent = intentOf(flow, facts)
  const random = (purpose: string) =>
    deriveFraction({ seed: 1, key: 'test_shop', reference: intent.reference }, purpose, 0)
  return planFor({ scenario, by: 'header', intent, settings, random })
}

function shown({ steps }: Plan): string[] {
  return steps.map(({ afterMs, act }) => {
    if (act.act === 'settle') return `${afterMs} settle ${act.result.name}`
    return act.act === 'transfer' ? `${afterMs} transfer ${act.amountMinor} by ${act.senderName}` : `${afterMs} expire`
  })
}

test('a plain scenario approves a mobile money collection after 3 seconds, with the settings of the business', async () => {
  expect(await planOf('mobile-money', '{}')).toEqual({
    scenario: 'mine',
    by: 'header',
    reply: { status: 'INITIATED' },
    steps: [{ from: 'creation', afterMs: 3000, act: { act: 'settle', result: builtInResult('approved') } }],
    account: null,
    otp: null,
    webhook: { delayMs: 0, retryMs: [5000, 30_000], timeoutMs: 10_000, faults: null },
  })
})

test.each([
  ['mobile-money', '{ after: 5s, outcome: { failed: wrong_pin } }', ['5000 settle wrong_pin']],
  ['bank-payout', '{ outcome: { failed: switch_error } }', ['3000 settle switch_error']],
  ['mobile-money', '{ outcome: never }', []],
  ['mobile-money', '{ respond: { status: COMPLETED } }', ['0 settle approved']],
  ['virtual-account', '{ outcome: approved, after: 7s }', ['7000 transfer 10001 by Ama Mensah', '1800000 expire']],
  ['virtual-account', '{ outcome: by-transfers, after: 7s }', ['7000 transfer 10001 by Ama Mensah', '1800000 expire']],
  ['virtual-account', '{ respond: { status: COMPLETED } }', ['0 transfer 10001 by Ama Mensah', '1800000 expire']],
  ['virtual-account', '{ outcome: expired }', ['1800000 expire']],
  ['virtual-account', '{ outcome: expired, transfers: [] }', ['1800000 expire']],
  ['virtual-account', '{ expires: 5m, transfers: [] }', ['300000 expire']],
  [
    'virtual-account',
    '{ outcome: { failed: provider_error }, after: 9s }',
    ['9000 settle provider_error', '1800000 expire'],
  ],
  ['virtual-account', '{ outcome: never }', []],
] as const)('a %s with %s is planned as %j', async (flow, mine, steps) => {
  expect(shown(await planOf(flow, mine))).toEqual(steps)
})

test('shares are rounded so that together they are the sum, and steps stand in the order of time', async () => {
  const mine = '{ expires: 1m, transfers: [{ pay: "40%", after: 70s, senderName: Kofi }, { pay: "60%", after: 5s }] }'
  expect(shown(await planOf('virtual-account', mine))).toEqual([
    '5000 transfer 6001 by Ama Mensah',
    '60000 expire',
    '70000 transfer 4000 by Kofi',
  ])
})

test('a share that rounds to nothing is not a transfer', async () => {
  const mine = '{ transfers: [{ pay: "0.01%", after: 1s }] }'
  const steps = shown(await planOf('virtual-account', mine, { askedMinor: 4999 }))
  expect(steps).toEqual(['1800000 expire'])
})

test('what a scenario says of the account and its webhook goes before the settings of the business', async () => {
  const mine =
    '{ expires: 5m, partialPayments: hold, lateTransfers: accept, respond: { delay: 1s }, webhook: { delay: 2m, retry: [], timeout: 1s } }'
  const plan = await planOf('virtual-account', mine)
  expect(plan.account).toEqual({ partialPayments: 'hold', lateTransfers: 'accept' })
  expect(plan.reply).toEqual({ status: 'INITIATED', delayMs: 1000 })
  expect(plan.webhook).toEqual({ delayMs: 120_000, retryMs: [], timeoutMs: 1000, faults: null })
})

test('a range is picked from by the seed: the same for the same reference, spread over others, both ends included', async () => {
  const scenario = await scenarioOf('{ after: 2ms..4ms }')
  const picks = Array.from(
    { length: 60 },
    (_, index) => planFrom(scenario, 'mobile-money', { reference: `order-${index}` }).steps[0]?.afterMs,
  )
  expect([...new Set(picks)].sort()).toEqual([2, 3, 4])
  const [first, again] = await Promise.all([1, 2].map(() => planOf('mobile-money', '{ after: 2s..8s }')))
  expect(first).toEqual(again)
})

test('the transfers of one account pick from their ranges independently', async () => {
  const mine = '{ transfers: [{ pay: 5, after: 1s..1h }, { pay: 5, after: 1s..1h }] }'
  const [one, other] = (await planOf('virtual-account', mine)).steps
  expect(one?.afterMs).not.toBe(other?.afterMs)
})
