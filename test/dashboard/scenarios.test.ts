import { expect, test } from 'vitest'
import {
  groupScenarios,
  lifeOf,
  type Scenario,
  sampleNumber,
  searchScenarios,
} from '../../src/dashboard/scenarios/life.ts'
import { callLine } from '../../src/dashboard/transaction/call-line.ts'
import { collection, openSandbox } from '../support/opened-sandbox.ts'

async function catalogue(): Promise<readonly Scenario[]> {
  const sandbox = await openSandbox()
  return (await sandbox.shop().get('/_sandbox/scenarios')).body.data
}

const words = (scenario: Scenario | undefined) =>
  scenario &&
  lifeOf(scenario).map((step) => (step === null ? '…' : [step.title, step.detail, step.when].filter(Boolean).join(' ')))

test('the life of a scenario is drawn from its forecast: retries, copies, holds and late webhooks show', async () => {
  const all = await catalogue()
  const lifeNamed = (name: string) => words(all.find((scenario) => scenario.name === name))
  expect(lifeNamed('wrong-pin')).toEqual(['Created', 'Prompt 233241234567', 'Failed wrong_pin 5s', 'Webhook 5s'])
  expect(lifeNamed('va-split')).toEqual([
    'Created',
    'Pays 60 The customer 5s',
    'Pays 40 The customer 20s',
    'Completed 20s',
    'Webhook 20s',
  ])
  expect(lifeNamed('va-paid-twice')?.at(-1)).toBe('100 not taken the transaction was already COMPLETED 10m')
  expect(lifeNamed('duplicate')?.slice(-3)).toEqual(['Webhook 3s', 'Copy 2 3s', 'Copy 3 3s'])
  expect(lifeNamed('flaky-merchant')?.slice(2)).toEqual([
    'Completed 3s',
    '503 3s',
    'Timed out 8s',
    'Attempt 3 its answer lost 38s',
    'Attempt 4 2m38s',
  ])
  expect(lifeNamed('out-of-order')?.slice(-2)).toEqual(['Held for others 3s', 'Webhook 1m3s'])
  expect(lifeNamed('otp')?.slice(3)).toEqual([
    'Completed 3s later',
    'or Failed otp_failed no OTP in 5m',
    'or Failed otp_failed at wrong OTP 3',
    'Webhook',
  ])
  expect(lifeNamed('va-late')?.slice(2)).toEqual([
    'Webhook 30m',
    'Pays 100 The customer 31m',
    'Completed 31m',
    'Webhook 31m',
  ])
  expect(lifeNamed('by-hand')?.at(-1)).toBe('Waits')
  expect(lifeNamed('never-final')?.at(-1)).toBe('Waits')
  expect(lifeNamed('before-reply')?.slice(-2)).toEqual(['Webhook', 'Answered INITIATED'])
  expect(lifeNamed('dropped-webhook')?.at(-1)).toBe('Never sent 3s')
  expect(lifeNamed('cannot-process')).toEqual(['Refused cannot_process'])
  // Of many attempts the first and the last are shown.
  expect(lifeNamed('merchant-unreachable')?.slice(-3)).toEqual(['Reset 8s', '…', 'Given up 6 attempts 1h12m38s'])
})

test('the catalogue is grouped by flows, and loses no scenario', async () => {
  const all = await catalogue()
  const groups = groupScenarios(all)
  expect(groups.map(({ title }) => title)).toEqual([
    'Every flow',
    'Mobile money, Payouts',
    'Mobile money',
    'Mobile money, Mobile money payout',
    'Payouts',
    'Virtual account',
  ])
  expect(groups.flatMap(({ scenarios }) => scenarios)).toHaveLength(all.length)
})

test('every magic number of the catalogue, as it is copied, chooses its scenario', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  const all: readonly Scenario[] = (await shop.get('/_sandbox/scenarios')).body.data
  const numbered = all.filter(
    ({ magicNumber, flows, match }) =>
      magicNumber !== null &&
      flows.includes('mobile-money') &&
      [match?.flow ?? 'mobile-money'].flat().includes('mobile-money'),
  )
  expect(numbered.length).toBeGreaterThan(15)
  const path = '/collections/mobilemoney'
  for (const scenario of numbered) {
    const body = { ...collection, reference: scenario.name, accountNumber: sampleNumber(scenario) }
    expect((await shop.post('/_sandbox/explain', { path, body })).body.scenario).toBe(scenario.name)
  }
})

test('a search finds names, numbers, summaries and results', async () => {
  const all = await catalogue()
  const found = (text: string) => searchScenarios(all, text).map(({ name }) => name)
  expect(found('WRONG_PIN')).toContain('wrong-pin')
  expect(found('000911')).toEqual(['wrong-pin'])
  expect(found('nothing has this')).toEqual([])
  expect(found(' ')).toHaveLength(all.length)
})

test('a refused call shows every message and the hint', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  await shop.collect()
  await shop.collect({ amount: 0, reference: 'order-2' })
  const { data } = (await shop.get('/_sandbox/requests')).body
  expect(data.map(callLine)).toMatchObject([
    { status: '400', tone: 'bad', why: [expect.stringContaining('amount')] },
    { status: expect.stringMatching(/^2/), tone: 'good', why: [] },
  ])
})

test('a whole number finds the scenario that it chooses', async () => {
  const all = await catalogue()
  const found = (text: string) => searchScenarios(all, text).map(({ name }) => name)
  expect(found('0240009110')).toEqual(['wrong-pin'])
  expect(found('+233240009110')).toContain('wrong-pin')
  expect(found('0241234567')).not.toContain('wrong-pin')
})
