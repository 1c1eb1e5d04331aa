import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  everyDay,
  flowsText,
  groupScenarios,
  type Scenario,
  type ScenarioGroup,
  sampleNumber,
  searchScenarios,
} from '../../src/dashboard/scenarios/catalogue.ts'
import { collection, openSandbox } from '../support/opened-sandbox.ts'
import { temporaryFolder } from '../support/opened-store.ts'

async function catalogue(config: Parameters<typeof openSandbox>[0] = {}): Promise<readonly Scenario[]> {
  const sandbox = await openSandbox(config)
  return (await sandbox.shop().get('/_sandbox/scenarios')).body.data
}

const namesOf = (group: ScenarioGroup | undefined) => group?.rows.map((row) => row.map(({ name }) => name).join(' '))

test('the catalogue is grouped by what scenarios are for, and loses none', async () => {
  const all = await catalogue()
  const groups = groupScenarios(all)
  expect(groups.map(({ title }) => title)).toEqual([
    'Every day',
    'The payment fails',
    'The payment takes long, or waits',
    'One-time passwords',
    'Transfers into an account',
    'The webhook is late, repeated or missing',
    'Your server fails',
    'The webhook cannot be trusted',
    'The reply is lost, late or unusual',
    'The call is refused',
    'A mix of others',
  ])
  const named = (title: string) => namesOf(groups.find((group) => group.title === title))
  expect(named('Every day')).toEqual(everyDay)
  expect(named('Your server fails')).toEqual(['merchant-unreachable', 'one-attempt'])
  expect(named('The payment takes long, or waits')).toEqual(['slow-approval', 'never-final', 'by-hand'])
  const shown = groups.flatMap(({ rows }) => rows.flat())
  expect(shown.toSorted((one, other) => all.indexOf(one) - all.indexOf(other))).toEqual(all)
})

test('scenarios that differ in a code alone share a row, one for other flows or at another time has its own', async () => {
  const groups = groupScenarios(await catalogue())
  const [fails, refused] = [groups[1], groups.at(-2)]
  expect(namesOf(fails)).toEqual(['switch-error', expect.stringContaining('provider-busy'), 'not-registered'])
  expect(fails?.rows[1]?.map(({ result }) => result?.code)).toContain('6500')
  expect(fails?.rows[1]?.length).toBeGreaterThan(5)
  expect(namesOf(refused)).toEqual([
    'cannot-process workflow-failed too-many-requests server-error service-unavailable dropped-request',
    'provider-downtime',
  ])
})

test('your own scenarios come first, also under a shipped name, and share no row', async () => {
  const folder = temporaryFolder()
  const fails = '{ outcome: { failed: provider_busy } }'
  writeFileSync(join(folder, 'own.yaml'), `version: 1\nscenarios: { mine: ${fails}, timeout: ${fails} }\n`)
  const [first, second] = groupScenarios(await catalogue({ scenarios: [folder] }))
  expect([first?.title, namesOf(first)]).toEqual(['Yours', ['mine', 'timeout']])
  expect(namesOf(second)).toEqual(everyDay.filter((name) => name !== 'timeout'))
})

test('flows are named, unless a scenario is for all', async () => {
  const all = await catalogue()
  const flowsOf = (name: string) => all.filter((one) => one.name === name).map(flowsText)
  expect(flowsOf('approve')).toEqual([''])
  expect(flowsOf('not-registered')).toEqual(['Mobile money, Mobile money payout'])
  expect(flowsOf('va-late')).toEqual(['Virtual account'])
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

test('a search finds names, numbers, results with their codes, and plain words', async () => {
  const all = await catalogue()
  const found = (text: string) => searchScenarios(all, text).map(({ name }) => name)
  expect(found('WRONG_PIN')).toContain('wrong-pin')
  expect(found('000911')).toEqual(['wrong-pin'])
  expect(found('4100')).toEqual(['insufficient-balance'])
  expect(found('customer not registered')).toEqual(['not-registered'])
  expect(found('too little money')).toEqual(expect.arrayContaining(['insufficient-balance', 'provider-liquidity']))
  expect(found('webhook repeated')).toContain('duplicate')
  expect(found('429')).toEqual(['too-many-requests'])
  expect(found('payout wallet')).toEqual(['insufficient-wallet-balance'])
  expect(found('nothing has this')).toEqual([])
  expect(found(' ')).toHaveLength(all.length)
})

test('a whole number finds the scenario that it chooses', async () => {
  const all = await catalogue()
  const found = (text: string) => searchScenarios(all, text).map(({ name }) => name)
  expect(found('0240009110')).toEqual(['wrong-pin'])
  expect(found('+233240009110')).toContain('wrong-pin')
  expect(found('0241234567')).not.toContain('wrong-pin')
})
