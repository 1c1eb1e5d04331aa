import { expect, test } from 'vitest'
import { callLine } from '../../src/dashboard/calls/refusal.ts'
import { lifeOf, type Scenario, sampleNumber, searchScenarios } from '../../src/dashboard/scenarios/life.ts'
import { collection, openSandbox } from '../support/opened-sandbox.ts'

async function catalogue(): Promise<readonly Scenario[]> {
  const sandbox = await openSandbox()
  return (await sandbox.shop().get('/_sandbox/scenarios')).body.data
}

const words = (scenario: Scenario | undefined) =>
  scenario && lifeOf(scenario).map(({ sign, text }) => `${sign} ${text}`)

test('the life of a scenario is drawn from its definition', async () => {
  const all = await catalogue()
  const lifeNamed = (name: string) => words(all.find((scenario) => scenario.name === name))
  expect(lifeNamed('wrong-pin')).toEqual(['call created', 'phone prompt', 'failed 5s', 'webhook webhook'])
  expect(lifeNamed('otp')).toEqual(['call created', 'phone OTP', 'completed 3s', 'webhook webhook'])
  expect(lifeNamed('never-final')).toEqual(['call created', 'open never ends'])
  expect(lifeNamed('by-hand')).toEqual(['call created', 'open by hand'])
  expect(lifeNamed('dropped-webhook')?.at(-1)).toBe('no-webhook no webhook')
  expect(lifeNamed('cannot-process')).toEqual(['failed refused'])
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
