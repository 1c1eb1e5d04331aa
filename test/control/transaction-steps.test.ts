import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startWithScenarios } from '../support/own-scenarios.ts'
import { at, openShop, openShopWithReceiver, type Shop, start } from '../support/shop.ts'
import { started, startedForFile } from '../support/started-sandbox.ts'
import { until } from '../support/until.ts'

const sandbox = await startedForFile()

interface Step {
  readonly event: string
  readonly planned: string | null
  readonly actual: string | null
  readonly state: string
  readonly why: string | null
}

const play = (scenario: string) => ({ 'x-sandbox-scenario': scenario })
const stepsOf = async (shop: Shop, id: string) =>
  (await shop.get(`/_sandbox/transactions/${id}`)).body.steps as readonly Step[]
const happened = (event: string, ms: number, why: string | null = null): Step => {
  return { event, planned: at(ms), actual: at(ms), state: 'happened', why }
}
const byHand = (event: string, ms: number, why: string): Step => {
  return { event, planned: null, actual: at(ms), state: 'happened', why }
}
const pending = (event: string, ms: number): Step => {
  return { event, planned: at(ms), actual: null, state: 'pending', why: null }
}
const waiting = (event: string, why: string): Step => {
  return { event, planned: null, actual: null, state: 'pending', why }
}
const cancelled = (event: string, ms: number, why: string): Step => {
  return { event, planned: at(ms), actual: null, state: 'cancelled', why }
}
const created = happened('the create call answers INITIATED', 0)
const again = '; unless answered 2xx within 10s of real time, again after 5s, 1m'

test('what is still to come is shown with its time, and what happened with both', async () => {
  const { shop, receiver } = await openShopWithReceiver(sandbox, { retry: ['5s', '1m'] })
  const { id } = (await shop.collect()).body
  expect(await stepsOf(shop, id)).toEqual([
    created,
    pending('COMPLETED', 3000),
    pending(`webhook attempt 1: sent${again}`, 3000),
  ])
  receiver.reply(503)
  await shop.advance('10s')
  const tried = [
    created,
    happened('COMPLETED', 3000),
    happened('webhook attempt 1: answered 503', 3000),
    happened('webhook attempt 2: answered 503', 8000),
  ]
  expect(await stepsOf(shop, id)).toEqual([...tried, pending('webhook attempt 3', 68_000)])
  await shop.runUntilIdle()
  expect(await stepsOf(shop, id)).toEqual([
    ...tried,
    happened('webhook attempt 3: answered 503', 68_000),
    happened('webhook: given up after 3 attempts', 68_000),
  ])
})

test('a step that an action by hand forestalled is shown as cancelled', async () => {
  const shop = await openShop(sandbox)
  const { id } = (await shop.collect()).body
  await shop.advance('1s')
  await shop.post(`/_sandbox/transactions/${id}/decline`, {})
  await shop.runUntilIdle()
  expect(await stepsOf(shop, id)).toEqual([
    created,
    byHand('FAILED as wrong_pin', 1000, 'decline by hand'),
    cancelled('COMPLETED', 3000, 'decline by hand'),
  ])
})

test('each transfer is shown with what it came to, and the expiry with what forestalled it', async () => {
  const shop = await openShop(sandbox)
  const { id } = (await shop.generate({ amount: 100 }, play('va-split'))).body
  await shop.advance('6s')
  const first = [created, happened('Ngozi Okafor pays 60', 5000)]
  expect(await stepsOf(shop, id)).toEqual([
    ...first,
    pending('Ngozi Okafor pays 40', 20_000),
    pending('COMPLETED', 20_000),
  ])
  await shop.advance('1h')
  expect(await stepsOf(shop, id)).toEqual([
    ...first,
    happened('Ngozi Okafor pays 40', 20_000),
    happened('COMPLETED', 20_000),
    cancelled('the account expires', 1_800_000, 'it was COMPLETED before'),
  ])
})

test('a payment by hand forestalls the planned ones', async () => {
  const shop = await openShop(sandbox)
  const { id } = (await shop.generate({ amount: 100 }, play('va-split'))).body
  await shop.post(`/_sandbox/transactions/${id}/approve`, {})
  expect(await stepsOf(shop, id)).toEqual([
    created,
    byHand('COMPLETED', 0, 'approve by hand'),
    cancelled('Ngozi Okafor pays 60', 5000, 'approve by hand'),
    cancelled('Ngozi Okafor pays 40', 20_000, 'approve by hand'),
    cancelled('the account expires', 1_800_000, 'approve by hand'),
  ])
})

test('a payment by hand at the moment of a cancelled one is not taken for it', async () => {
  const shop = await openShop(sandbox)
  const { id, virtual_account } = (await shop.generate({ amount: 100 }, play('va-split'))).body
  await shop.post(`/_sandbox/transactions/${id}/approve`, {})
  await shop.advance('5s')
  await shop.post(`/_sandbox/virtual-accounts/${virtual_account.account_number}/transfers`, {
    amount: 60,
    senderName: 'Ngozi Okafor',
  })
  expect(await stepsOf(shop, id)).toEqual([
    created,
    byHand('COMPLETED', 0, 'approve by hand'),
    cancelled('Ngozi Okafor pays 60', 5000, 'approve by hand'),
    cancelled('Ngozi Okafor pays 40', 20_000, 'approve by hand'),
    cancelled('the account expires', 1_800_000, 'approve by hand'),
  ])
})

test('a webhook made by hand cancels no step', async () => {
  const { shop } = await openShopWithReceiver(sandbox)
  const { id } = (await shop.generate({ amount: 100 }, play('va-split'))).body
  await shop.post('/_sandbox/webhooks', { transactionId: id, status: 'COMPLETED' })
  await shop.post(`/_sandbox/transactions/${id}/expire`, {})
  const steps = await stepsOf(shop, id)
  expect(steps.filter(({ state }) => state === 'cancelled')).toEqual([
    cancelled('Ngozi Okafor pays 60', 5000, 'expire by hand'),
    cancelled('Ngozi Okafor pays 40', 20_000, 'expire by hand'),
    cancelled('the account expires', 1_800_000, 'expire by hand'),
  ])
})

test('what waits for an OTP is shown with what it waits for, then with its times', async () => {
  const shop = await openShop(sandbox)
  const { id } = (await shop.collect({}, play('otp'))).body
  expect(await stepsOf(shop, id)).toEqual([
    created,
    pending('FAILED as otp_failed, unless the OTP was accepted', 300_000),
    waiting('FAILED as otp_failed', 'at wrong OTP 3'),
    waiting('the customer is asked for the PIN', '0s after the OTP'),
    waiting('COMPLETED', '3s after the OTP'),
  ])
  await shop.advance('10s')
  await shop.post('/collections/otp', { id, otp: await shop.phone('0241234567').otp() })
  expect(await stepsOf(shop, id)).toEqual([
    created,
    pending('COMPLETED', 13_000),
    cancelled('the OTP expires', 300_000, 'the OTP was accepted'),
  ])
})

test('a webhook that is held, dropped or sent again by hand is shown so', async () => {
  const { shop } = await openShopWithReceiver(sandbox)
  const late = (await shop.collect({ reference: 'a' }, play('late-webhook'))).body.id
  const dropped = (await shop.collect({ reference: 'b' }, play('dropped-webhook'))).body.id
  const held = (await shop.collect({ reference: 'c' }, play('out-of-order'))).body.id
  const plain = (await shop.collect({ reference: 'd' })).body.id
  await shop.advance('4s')
  const { id } = await shop.webhook({ reference: 'd' })
  await shop.post(`/_sandbox/webhooks/${id}/replay`, {})
  await shop.runUntilIdle('1s')
  const ended = [created, happened('COMPLETED', 3000)]
  expect(await stepsOf(shop, late)).toEqual([...ended, waiting('webhook', 'waits for 2 status queries')])
  expect(await stepsOf(shop, dropped)).toEqual([
    ...ended,
    { event: 'webhook', planned: null, actual: null, state: 'cancelled', why: 'the scenario drops it' },
  ])
  expect(await stepsOf(shop, held)).toEqual([
    ...ended,
    { ...pending('webhook', 63_000), why: 'waits for others of its scenario' },
  ])
  expect(await stepsOf(shop, plain)).toEqual([
    ...ended,
    happened('webhook attempt 1: answered 200', 3000),
    byHand('webhook attempt 2: answered 200', 4000, 'replay by hand'),
  ])
})

test('held copies are planned for when they go, before the final status and after it', async () => {
  const yaml = (webhook: string) =>
    `version: 1\ndefaults: { scenario: mine }\nscenarios: { mine: { webhook: ${webhook} } }`
  const held = (copy: number, ms: number) => ({
    ...pending(`webhook copy ${copy}`, ms),
    why: 'waits for others of its scenario',
  })
  const planned = (steps: readonly Step[]) =>
    steps.filter(({ event }) => event.includes('copy')).map((one) => one.planned)
  const { shop } = await openShopWithReceiver(await startWithScenarios(yaml('{ hold: 4, copies: 4, spacing: 25s }')))
  const { id } = (await shop.collect()).body
  // Ready after 3 s, 28 s, 53 s and 78 s: too few for a minute, and then the last is alone.
  const times = [at(63_000), at(63_000), at(63_000), at(138_000)]
  expect(planned(await stepsOf(shop, id))).toEqual(times)
  await shop.advance('3s')
  expect((await stepsOf(shop, id)).slice(2)).toEqual([
    held(1, 63_000),
    held(2, 63_000),
    held(3, 63_000),
    held(4, 138_000),
  ])
  await shop.advance('5m')
  expect((await stepsOf(shop, id)).slice(2)).toMatchObject(times.map((actual) => ({ planned: actual, actual })))
})

test('a scenario that waits for a hand says so', async () => {
  const { shop } = await openShopWithReceiver(sandbox, { mode: 'manual', retry: [] })
  const { id } = (await shop.collect()).body
  expect(await stepsOf(shop, id)).toEqual([
    created,
    waiting('a final status until you act', 'never'),
    waiting('webhook attempt 1: sent; not repeated', '0s after the final status'),
  ])
})

test('near misses are those of the rules that are loaded, held against what was asked for', async () => {
  const own = await startWithScenarios(
    'version: 1\nscenarios:\n  rent: { match: { reason: "Rent*", amount: { gt: 1000 } } }\n  big: { match: { amount: { gt: 1000 } } }',
  )
  const shop = await openShop(own)
  const { id } = (await shop.collect({ reason: 'Rent of May', amount: 900 })).body
  const { scenario, nearMisses, scenarioLoaded } = (await shop.get(`/_sandbox/transactions/${id}`)).body
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
    const { scenario, nearMisses } = (await shop.get(`/_sandbox/transactions/${id}`)).body
    return [scenario, nearMisses.map(({ scenario }: { readonly scenario: string }) => scenario)]
  }
  expect(await nearly('rent-1')).toEqual([{ name: 'winner', by: 'match' }, ['wrong-pin', 'before']])
  expect(await nearly('rent-2', { 'x-sandbox-scenario': 'winner' })).toEqual([{ name: 'winner', by: 'header' }, []])
  expect(await nearly('scn:winner:1')).toEqual([{ name: 'winner', by: 'reference' }, []])
  await shop.use('winner')
  expect(await nearly('rent-3')).toEqual([{ name: 'winner', by: 'queue' }, []])
})

test('near misses are those of the rules that are loaded now', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scenarios-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const write = (amount: string) =>
    writeFile(join(folder, 'own.yaml'), `version: 1\nscenarios: { mine: { match: { reference: "mine-*"${amount} } } }`)
  await write(', amount: { gt: 100000 }')
  const own = await started({ clock: start, scenarios: folder })
  const shop = await openShop(own)
  const shownOf = async (reference: string) => {
    const { id } = (await shop.collect({ reference })).body
    return async () => {
      const { scenario, nearMisses } = (await shop.get(`/_sandbox/transactions/${id}`)).body
      return { scenario, nearMisses }
    }
  }
  const first = await shownOf('mine-1')
  expect(await first()).toMatchObject({ scenario: { name: 'approve' }, nearMisses: [{ scenario: 'mine' }] })
  await write('')
  await until('the rule is mended', async () => {
    const { match } = (await shop.get('/_sandbox/scenarios/mine')).body
    return match.amount === undefined || undefined
  })
  expect(await first()).toMatchObject({ scenario: { name: 'approve' }, nearMisses: [] })
  const second = await shownOf('mine-2')
  expect(await second()).toMatchObject({ scenario: { name: 'mine' } })
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
    return (await shop.get(`/_sandbox/transactions/${id}`)).body.nearMisses
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
