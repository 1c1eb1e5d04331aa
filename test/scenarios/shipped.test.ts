import { expect, test } from 'vitest'
import { flows } from '../../src/domain/transaction.ts'
import { readShipped } from '../../src/sandbox/shipped.ts'
import { compileScenarios } from '../../src/scenarios/select/select.ts'
import { run } from '../support/cli.ts'
import { runInProcess } from '../support/in-process.ts'
import { shipped } from './scenario-folders.ts'

const compiled = compileScenarios(shipped)

test('every shipped scenario says in one line what it tells', () => {
  expect(shipped.scenarios.filter(({ summary }) => summary === null)).toEqual([])
})

test('approve fits every flow and is the default', () => {
  const approve = compiled.byName.get('approve')
  expect(approve?.flows).toEqual(flows)
  expect(shipped.defaultScenario).toBe('approve')
})

test('a magic number chooses one scenario, and nothing else of a request chooses a shipped one (D45)', () => {
  const rules = shipped.scenarios.flatMap(({ match }) => (match === null ? [] : [match]))
  const numbers = rules.flatMap(({ accountNumber }) => accountNumber ?? [])
  expect(numbers.filter((number) => !/^\*0009\d\d\?$/.test(number))).toEqual([])
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(numbers).toHaveLength(rules.length)
  const others = rules.filter(({ reference, network, reason, amount }) => reference || network || reason || amount)
  expect(others).toEqual([])
})

test('the built program has in it what the shipped files say', async () => {
  const listing = ['scenarios', 'list', '--json']
  const [built, source] = await Promise.all([run(listing), runInProcess(listing)])
  expect(JSON.parse(built.stdout)).toEqual(JSON.parse(source.stdout))
  const { businesses, rates } = await readShipped()
  const config = JSON.parse((await run(['config', '--json'])).stdout)
  expect(config.rates.value).toEqual(rates)
  expect(config['businesses.default.wallets'].value).toEqual(businesses.default?.wallets)
  expect(config['businesses.default.fees'].value).toMatchObject(businesses.default?.fees ?? {})
})
