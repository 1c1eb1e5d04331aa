import { expect, test } from 'vitest'
import { startWithScenarios } from '../support/own-scenarios.ts'
import { openShop } from '../support/shop.ts'

test('near misses are those of the rules that are loaded, held against what was asked for', async () => {
  const own = await startWithScenarios(
    'version: 1\nscenarios:\n  rent: { match: { reason: "Rent*", amount: { gt: 1000 } } }\n  big: { match: { amount: { gt: 1000 } } }',
  )
  const shop = await openShop(own)
  const { id } = (await shop.collect({ reason: 'Rent of May', amount: 900 })).body
  const { scenario, nearMisses, scenarioLoaded } = (
    await shop.get(`/_sandbox/transactions/${id}?parts=record&explain=true`)
  ).body
  const failed = [{ key: 'amount', wanted: { gt: 1000 }, got: 900 }]
  expect({ scenario, nearMisses, scenarioLoaded }).toEqual({
    scenario: { name: 'approve', by: 'file' },
    nearMisses: [
      { scenario: 'rent', failed },
      { scenario: 'big', failed },
    ],
    scenarioLoaded: true,
  })
})

test('what was chosen by a rule was nearly another by what goes before it, or by a rule that holds too and comes later', async () => {
  const own = await startWithScenarios(
    `version: 1
scenarios:
  before: { match: { reference: "rent-*", amount: { gt: 1000 } } }
  other: { match: { accountNumber: "*0009112" } }
  winner: { match: { reference: "rent-*", accountNumber: "*000911?" } }
  after: { match: { reference: "rent-*", amount: { gt: 950 } } }`,
  )
  const shop = await openShop(own)
  const nearly = async (reference: string, headers = {}) => {
    const changes = { reference, accountNumber: '0240009110', amount: 900 }
    const { id } = (await shop.collect(changes, headers)).body
    const { scenario, nearMisses } = (await shop.get(`/_sandbox/transactions/${id}?parts=record&explain=true`)).body
    return [scenario, nearMisses.map(({ scenario }: { readonly scenario: string }) => scenario)]
  }
  expect(await nearly('rent-1')).toEqual([{ name: 'winner', by: 'match' }, ['wrong-pin', 'before']])
  expect(await nearly('rent-2', { 'x-sandbox-scenario': 'winner' })).toEqual([{ name: 'winner', by: 'header' }, []])
  expect(await nearly('scn:winner:1')).toEqual([{ name: 'winner', by: 'reference' }, []])
  await shop.use('winner')
  expect(await nearly('rent-3')).toEqual([{ name: 'winner', by: 'queue' }, []])
})

test('a rule that holds but for its flow or currency, and one that another rule stands before, say so', async () => {
  const own = await startWithScenarios(
    `version: 1
scenarios:
  paid-late: { match: { reference: "vf-*", flow: virtual-account }, transfers: [{ pay: "100%", after: 1h }] }
  asks: { match: { reference: "otpm-*" }, otp: true }
  mine: { match: { reference: "mine-*" } }`,
  )
  const shop = await openShop(own)
  const nearly = async (changes: Record<string, unknown>) => {
    const { id } = (await shop.collect(changes)).body
    return (await shop.get(`/_sandbox/transactions/${id}?parts=record&explain=true`)).body.nearMisses
  }
  expect(await nearly({ reference: 'vf-1' })).toEqual([
    { scenario: 'paid-late', failed: [{ key: 'flow', wanted: ['virtual-account'], got: 'mobile-money' }] },
  ])
  expect(await nearly({ reference: 'otpm-1', currency: 'UGX', amount: 5000, accountNumber: '0772123456' })).toEqual([
    { scenario: 'asks', failed: [{ key: 'currency', wanted: 'GHS', got: 'UGX' }] },
  ])
  const later = { key: 'order', wanted: 'before mine', got: 'after it' }
  expect(await nearly({ reference: 'mine-1', accountNumber: '0240009110' })).toContainEqual({
    scenario: 'wrong-pin',
    failed: [later],
  })
})
